package import CounterpointCore
public import CounterpointRecording
@_spi(Internals) import CounterpointSupport
public import DependencyInjection
public import Foundation

/// Lets another program of the same user look at the stores of this one, while it listens.
///
/// ```swift
/// try prepareDependencies { $0.inspector = try Inspector.listen() }
/// ```
///
/// The stores that are created afterwards are inspected, for example with `counterpoint inspect NAME`. A client needs
/// the token that is printed once. It may only look, unless the program allows more. See <doc:CounterpointInspector>
/// about safety.
///
/// Safe to use from any thread. It listens until the last reference is released. A program that doesn't listen pays
/// nothing.
public final class Inspector: Sendable {
  /// The address of an inspector. Other machines can't connect to either.
  public struct Address: Hashable, Sendable {
    let port: UInt16?

    /// A Unix socket in a folder that only the current user may read: `$XDG_RUNTIME_DIR/counterpoint`, or
    /// `/tmp/counterpoint-UID`. Clients find it by the name of the program.
    public static let unixSocket = Address(port: nil)

    /// A TCP port of 127.0.0.1. All users of the machine can connect, so only the token protects it.
    ///
    /// - Parameter port: The port; 0 for one that is free.
    public static func loopback(port: UInt16 = 0) -> Address { Address(port: port) }
  }

  /// The address for clients: the path of the socket, or `127.0.0.1:` with the port.
  public let address: String
  /// The secret that a client must send.
  public let token: String

  let log: EventLog
  private let permissions: Set<InspectorPermission>
  private let server: InspectorServer
  private let files: (folder: ProgramFolder, program: ProgramFolder.Program)?
  private let sourceToken = StoreInstrumentSourceToken()

  /// Listens for clients.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - name: The name by which clients find the program; by default that of the process.
  ///   - permissions: What clients may do.
  ///   - limit: The bytes of the newest events that are kept for clients that attach later. With 0, actions are encoded
  ///     only while a client is attached, and cost almost nothing otherwise.
  ///   - redaction: What clients see instead of secret values.
  ///   - announce: Receives a line with the address and the token; by default it is printed to the standard error.
  /// - Returns: The inspector, to be set as the dependency `inspector`.
  /// - Throws: An ``InspectionError`` if the program can't listen.
  public static func listen(
    at address: Address = .unixSocket,
    as name: String = ProcessInfo.processInfo.processName,
    allowing permissions: Set<InspectorPermission> = [.look],
    keeping limit: Int = 16 << 20,
    redacting redaction: Redaction = Redaction(),
    announce: (_ line: String) -> Void = { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) }
  ) throws(InspectionError) -> Inspector {
    let inspector = try Inspector(
      address,
      name,
      permissions,
      limit: limit,
      redaction,
      folder: .current(),
      process: getProcess()
    )
    announce("The inspector listens at \(inspector.address) with the token \(inspector.token).")
    return inspector
  }

  /// Listens for the `counterpoint inspect -- COMMAND` that has started this process.
  ///
  /// ```swift
  /// try prepareDependencies { $0.inspector = try Inspector.listenIfRequested(allowing: [.look, .travel]) }
  /// ```
  ///
  /// The parameters have the meanings of ``listen(at:as:allowing:keeping:redacting:announce:)``.
  ///
  /// - Returns: The inspector; `nil` if no such command has started the process. Costs nothing then.
  /// - Throws: An ``InspectionError`` if the program can't listen.
  public static func listenIfRequested(
    as name: String = ProcessInfo.processInfo.processName,
    allowing permissions: Set<InspectorPermission> = [.look],
    keeping limit: Int = 16 << 20,
    redacting redaction: Redaction = Redaction()
  ) throws(InspectionError) -> Inspector? {
    guard let path = ProcessInfo.processInfo.environment[requestVariable], path.hasPrefix("/") else { return nil }
    let folder = ProgramFolder(path)
    return try Inspector(.unixSocket, name, permissions, limit: limit, redaction, folder: folder, process: getProcess())
  }

  /// The environment variable with the folder in which a started program listens.
  @_spi(Internals) public static let requestVariable = "COUNTERPOINT_INSPECT"

  package init(
    _ address: Address,
    _ name: String,
    _ permissions: Set<InspectorPermission>,
    limit: Int,
    _ redaction: Redaction,
    folder: ProgramFolder,
    process: Int32
  ) throws(InspectionError) {
    token = Self.makeToken()
    self.permissions = permissions.union([.look])
    log = EventLog(limit: limit, redacting: redaction)
    let program = folder.program(name, process: process)
    let requested: SocketAddress
    if let port = address.port {
      requested = .loopback(port: port)
      files = nil
    } else {
      try folder.create()
      // A client that sees the socket reads the token at once.
      try folder.write(token, of: program)
      requested = .file(program.socket)
      files = (folder, program)
    }
    do {
      let (listener, actual) = try requested.listen()
      self.address = actual.description
      server = try InspectorServer(
        listener,
        log: log,
        settings: ServerSettings(
          program: program.name,
          process: process,
          token: token,
          permissions: self.permissions
        )
      )
    } catch {
      if let files { files.folder.remove(files.program) }
      throw InspectionError("The inspector can't listen at \(requested): \(error).")
    }
    server.start()
  }

  deinit {
    server.stop()
    if let files { files.folder.remove(files.program) }
  }

  /// 256 random bits.
  @_spi(Internals) public static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }
}

private func getProcess() -> Int32 { ProcessInfo.processInfo.processIdentifier }

extension Inspector: StoreInstrumentSource {
  package func makeInstrument<State, Action>(
    for feature: Any.Type,
    initialState state: State,
    action: Action.Type,
    dependencies: DependencyValues
  ) -> (any StoreInstrument<State, Action>)? {
    let requests = StoreRequests(allowing: permissions, redacting: log.redaction)
    return StoreInspector<State, Action>(
      log.addStore(qualifiedName(feature), label: dependencies.recordingLabel, requests: requests),
      initialState: state,
      requests: requests,
      log: log,
      dependencies: dependencies
    )
  }
}

extension DependencyValues {
  /// The inspector of the stores that are created with these dependencies, `nil` by default.
  public var inspector: Inspector? {
    get { storeInstrumentSources.lazy.compactMap { $0 as? Inspector }.first }
    set {
      storeInstrumentSources.removeAll { $0 is Inspector }
      if let newValue { storeInstrumentSources.append(newValue) }
    }
  }
}
