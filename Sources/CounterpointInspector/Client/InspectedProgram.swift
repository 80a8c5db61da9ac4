/// A running program or a recording, as an inspector's screens see it.
@_spi(Internals) public struct InspectedProgram: Sendable {
  /// The name of the inspected program or recording, and what it allows.
  public struct Description: Hashable, Sendable {
    /// The name of the program, or the name of the file.
    public var name: String
    /// The id of the process; `nil` for a recording.
    public var process: Int32?
    /// The permissions of an attached inspector.
    public var permissions: Set<InspectorPermission>

    /// Creates a description; of a recording, there is no process.
    public init(name: String, process: Int32? = nil, permissions: Set<InspectorPermission> = [.look]) {
      self.name = name
      self.process = process
      self.permissions = permissions
    }
  }

  /// The name and the permissions that the program sends when an inspector attaches.
  public var description: Description

  /// The events so far, and then each new one, in batches. Ends with a recording, or with the program. To be iterated
  /// once.
  public var batches: @Sendable () -> AsyncThrowingStream<[InspectedEvent], any Error>

  /// Returns the state of a store after an action.
  ///
  /// Throws an ``InspectionError`` if the moment isn't kept any more.
  public var state: @Sendable (_ store: Int, _ number: Int) async throws -> InspectedState

  /// Makes the program do something. Throws an ``InspectionError`` if the program refuses.
  public var perform: @Sendable (InspectorRequest) async throws -> Void

  /// Creates a program from functions, for tests and recordings as well as for sockets.
  public init(
    description: Description,
    batches: @escaping @Sendable () -> AsyncThrowingStream<[InspectedEvent], any Error>,
    state: @escaping @Sendable (_ store: Int, _ number: Int) async throws -> InspectedState,
    perform: @escaping @Sendable (InspectorRequest) async throws -> Void
  ) {
    self.description = description
    self.batches = batches
    self.state = state
    self.perform = perform
  }

  /// A program that can't be reached. All uses throw the reason.
  public init(name: String, unavailable reason: any Error) {
    self.init(
      description: Description(name: name),
      batches: { AsyncThrowingStream { throw reason } },
      state: { _, _ in throw reason },
      perform: { _ in throw reason }
    )
  }
}
