/// The limits for a server's clients.
struct ServerSettings: Sendable {
  let program: String
  let process: Int32
  let token: String
  let permissions: Set<InspectorPermission>
  /// The number of clients at a time.
  var clients = 16
  /// The milliseconds in which a client must send its token.
  var greetingTime = 5000
  /// The milliseconds after which a wrong token is answered, so that guessing takes long.
  var refusalPause = 500
  /// The milliseconds in which a client must have read why its connection ends.
  var closingTime = 1000
  /// The requests of a client that may be unanswered. No more are read meanwhile.
  var requests = 4
  /// The bytes that wait in a connection's own memory for a client that is slow.
  var output = 1 << 18
}

/// A client's connection, as a value: bytes in, requests and bytes out. Times are milliseconds.
struct ServerConnection {
  private enum Phase {
    case greeting(until: Int)
    case refusing(at: Int, String)
    case attached(position: Int)
    /// Ends when the output is written, at the latest at a time.
    case closing(until: Int)
    case closed
  }

  private let settings: ServerSettings
  private var phase: Phase
  private var input = LineBuffer(limit: ClientLine.limit)
  private var pendingRequests = 0
  /// Whether the client has got all lines that were kept when it attached.
  private var hasCaughtUp = false
  /// The position in the log of the first line that is not older than the connection.
  private var present = 0
  private(set) var output: ArraySlice<UInt8> = []

  init(_ settings: ServerSettings, now: Int) {
    self.settings = settings
    phase = .greeting(until: now + settings.greetingTime)
  }

  var isAttached: Bool { if case .attached = phase { true } else { false } }

  var isClosed: Bool {
    switch phase {
    case .closed: true
    case .closing: output.isEmpty
    case .greeting, .refusing, .attached: false
    }
  }

  /// Whether bytes of the client are read now.
  var wantsInput: Bool {
    switch phase {
    case .greeting: true
    case .attached: pendingRequests < settings.requests && output.count < 2 * settings.output
    case .refusing, .closing, .closed: false
    }
  }

  /// The position after the last line that was read from the log, if there is room for more lines.
  var position: Int? {
    guard case .attached(let position) = phase, output.count < settings.output else { return nil }
    return position
  }

  /// The time at which ``pass(_:)`` must be called.
  var deadline: Int? {
    switch phase {
    case .greeting(let time), .refusing(let time, _), .closing(let time): time
    case .attached, .closed: nil
    }
  }

  /// Handles received bytes.
  ///
  /// - Returns: The requests to be fulfilled. An answer to each must follow.
  mutating func receive(_ bytes: [UInt8], now: Int, log: EventLog) -> [ClientLine] {
    guard !bytes.isEmpty else {
      phase = .closed
      return []
    }
    do throws(InspectionError) {
      var requests: [ClientLine] = []
      for line in try input.append(bytes) where !line.isEmpty {
        if let request = try handle(try ClientLine(parsing: line), now: now, log: log) { requests.append(request) }
      }
      pendingRequests += requests.count
      return requests
    } catch {
      refuse(error.description, now: now)
      return []
    }
  }

  private mutating func handle(_ line: ClientLine, now: Int, log: EventLog) throws(InspectionError) -> ClientLine? {
    switch (phase, line) {
    case (.greeting, .hello(let versions, let token)):
      guard isEqual(token, settings.token) else {
        phase = .refusing(
          at: now + settings.refusalPause,
          "The token is wrong. The program has printed the right one when it began to listen."
        )
        return nil
      }
      guard versions.contains(ClientLine.version) else {
        throw InspectionError(
          "The program speaks version \(ClientLine.version) of the protocol, and the client \(versions). Update one."
        )
      }
      let hello = ServerLine.hello(
        version: ClientLine.version,
        program: settings.program,
        process: settings.process,
        permissions: settings.permissions
      )
      let (lines, position, present) = log.attach()
      self.present = present
      output += hello.bytes
      for line in lines { output += line }
      phase = .attached(position: position)
      return nil
    case (.greeting, _): throw InspectionError("The first line must be 'hello', with the token.")
    case (.attached, .hello): throw InspectionError("There is a second 'hello'.")
    case (.attached, _): return line
    case (.refusing, _), (.closing, _), (.closed, _): return nil
    }
  }

  /// Sends the answer to a request.
  mutating func answer(_ line: [UInt8]) {
    pendingRequests -= 1
    if isAttached { output += line }
  }

  /// Copies lines of the log, if there is room.
  ///
  /// - Returns: Whether there were any.
  mutating func fill(from log: EventLog) -> Bool {
    guard var position else { return false }
    catchUp(at: position)
    let (missed, lines) = log.read(from: &position, limit: settings.output - output.count)
    if missed > 0 { output += ServerLine.missed(missed).bytes }
    for line in lines { output += line }
    phase = .attached(position: position)
    catchUp(at: position)
    return missed > 0 || !lines.isEmpty
  }

  /// Tells the client, once, that it has all lines from before its connection.
  private mutating func catchUp(at position: Int) {
    guard !hasCaughtUp, position >= present else { return }
    hasCaughtUp = true
    output += ServerLine.caughtUp.bytes
  }

  /// Notes that the client took bytes of the output.
  mutating func wrote(_ count: Int) {
    output.removeFirst(count)
    // The storage of what was written is released.
    if output.isEmpty { output = [] } else if output.startIndex > settings.output { output = ArraySlice(Array(output)) }
  }

  /// Notes that the connection has failed.
  mutating func fail() {
    phase = .closed
  }

  /// Notes the time.
  mutating func pass(_ now: Int) {
    guard let deadline, now >= deadline else { return }
    switch phase {
    case .greeting: refuse("The client has sent no token in time.", now: now)
    case .refusing(_, let reason): refuse(reason, now: now)
    case .closing: phase = .closed
    case .attached, .closed: break
    }
  }

  /// Sends a last line.
  mutating func refuse(_ reason: String, now: Int) {
    output += ServerLine.refusal(reason).bytes
    phase = .closing(until: now + settings.closingTime)
  }

  /// Compares in a time that doesn't depend on the number of equal bytes.
  private func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
