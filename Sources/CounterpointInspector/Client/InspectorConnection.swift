import CounterpointRecording
@_spi(Internals) import CounterpointSupport
import Foundation

/// A client's connection to a program. Closed with its last reference.
final class InspectorConnection: Sendable {
  private struct Contents {
    var lastRequest = 0
    var answers: [Int: CheckedContinuation<ServerLine, any Error>] = [:]
    var end: InspectionError?
  }

  private let descriptor: Descriptor
  private let contents: Locked<Contents>
  private let events: EventQueue
  /// The states as far as the lines have them.
  private let states: Locked<RecordedStates>
  let description: InspectedProgram.Description

  /// Connects, and waits for the program's answer.
  ///
  /// - Throws: An ``InspectionError`` with the program's reason if it refuses.
  init(to address: SocketAddress, token: String) throws(InspectionError) {
    let (descriptor, reader, description) = try Self.open(address, token: token)
    self.description = description
    self.descriptor = descriptor
    let contents = Locked(Contents())
    let events = EventQueue()
    let states = Locked(RecordedStates(limit: 64 << 20))
    self.contents = contents
    self.events = events
    self.states = states
    startThread(named: "inspector input") { [reader] in
      let error = Self.run(reader, contents, events, states)
      let answers = contents.withLock { contents in
        contents.end = error ?? InspectionError("The program has ended the connection.")
        defer { contents.answers = [:] }
        return contents.answers
      }
      for answer in answers.values { answer.resume(throwing: InspectionError("The program has ended the connection.")) }
      events.finish(error.map { .failure($0) } ?? .success(()))
    }
  }

  deinit { descriptor.shutDown() }

  /// Connects, and waits for the program's answer. Further lines may have been read then.
  ///
  /// - Throws: An ``InspectionError`` with the program's reason if it refuses.
  static func open(
    _ address: SocketAddress,
    token: String
  ) throws(InspectionError) -> (Descriptor, LineReader, InspectedProgram.Description) {
    let descriptor: Descriptor
    do {
      descriptor = try address.connect()
    } catch {
      throw InspectionError("No program listens at \(address): \(error).")
    }
    var reader = LineReader(descriptor)
    try write(.hello(versions: [ClientLine.version], token: token), to: descriptor)
    while reader.lines.isEmpty {
      guard try reader.read() else { throw InspectionError("The program at \(address) has closed the connection.") }
    }
    let description = try description(of: reader.lines.removeFirst(), at: address)
    return (descriptor, reader, description)
  }

  private static func description(
    of line: ArraySlice<UInt8>,
    at address: SocketAddress
  ) throws(InspectionError) -> InspectedProgram.Description {
    switch try? ServerLine(JSONMembers(parsing: line)) {
    case .hello(ClientLine.version, let program, let process, let permissions)?:
      return InspectedProgram.Description(name: program, process: process, permissions: permissions)
    case .refusal(let reason)?: throw InspectionError(reason)
    default: throw InspectionError("What listens at \(address) is no program with an inspector.")
    }
  }

  /// Reads lines until the connection ends.
  ///
  /// - Returns: The reason, `nil` if the program has ended.
  private static func run(
    _ reader: LineReader,
    _ contents: Locked<Contents>,
    _ events: EventQueue,
    _ states: Locked<RecordedStates>
  ) -> InspectionError? {
    var reader = reader
    var parser = EventReader()
    do {
      repeat {
        var batch: [InspectedEvent] = []
        for line in reader.lines {
          let members = try JSONMembers(parsing: line)
          guard let own = try ServerLine(members) else {
            let parsed = try RecordingLine(members)
            // A copy, because a slice would keep all that came with it.
            let copy = Array(line)
            states.withLock { $0.append(parsed, copy[...]) }
            batch += try parser.events(of: parsed)
            continue
          }
          switch own {
          case .refusal(let reason): return InspectionError(reason)
          case .state(let id, _, _), .done(let id), .failure(let id, _):
            contents.withLock { $0.answers.removeValue(forKey: id) }?.resume(returning: own)
          default: batch += parser.events(of: own)
          }
        }
        reader.lines = []
        events.append(batch)
      } while try reader.read()
      return nil
    } catch {
      return (error as? InspectionError) ?? InspectionError("The program has sent a damaged line: \(error)")
    }
  }

  private static func write(_ line: ClientLine, to descriptor: Descriptor) throws(InspectionError) {
    var rest = line.bytes[...]
    guard rest.count <= ClientLine.limit else {
      throw InspectionError("The request has more than \(ClientLine.limit) bytes.")
    }
    while !rest.isEmpty {
      do {
        rest.removeFirst(try descriptor.write(rest))
      } catch {
        guard error.wouldBlock else { throw InspectionError("The program has ended the connection: \(error).") }
      }
    }
  }

  /// Sends a request and waits for its answer.
  private func ask(_ line: (_ id: Int) -> ClientLine) async throws -> ServerLine {
    let id = contents.withLock { contents in
      contents.lastRequest += 1
      return contents.lastRequest
    }
    let request = line(id)
    return try await withCheckedThrowingContinuation { continuation in
      let end = contents.withLock { contents in
        if contents.end == nil { contents.answers[id] = continuation }
        return contents.end
      }
      if let end { return continuation.resume(throwing: end) }
      do {
        try Self.write(request, to: descriptor)
      } catch {
        contents.withLock { $0.answers.removeValue(forKey: id) }?.resume(throwing: error)
      }
    }
  }

  func next() async throws -> [InspectedEvent]? { try await events.next() }

  func state(_ store: Int, _ number: Int) async throws -> InspectedState {
    switch try await ask({ .state(id: $0, store: store, number: number) }) {
    case .state(_, let state, let outdated): return InspectedState(state, outdated: outdated)
    case .failure(_, let reason):
      // The lines that have come say most of it, if the program itself does not keep the state.
      if let state = try? states.withLock({ try $0.state(store, number) }) { return state }
      throw InspectionError(reason)
    default: throw InspectionError("The program has sent another answer than a state.")
    }
  }

  func perform(_ request: InspectorRequest) async throws {
    if case .failure(_, let reason) = try await ask({ .perform(id: $0, request) }) { throw InspectionError(reason) }
  }
}

/// Reads lines from a socket that blocks.
struct LineReader {
  private let descriptor: Descriptor
  private var buffer = LineBuffer(limit: ServerLine.limit)
  var lines: [ArraySlice<UInt8>] = []

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Waits for bytes, and appends the complete lines to ``lines``.
  ///
  /// - Returns: Whether the stream goes on.
  mutating func read() throws(InspectionError) -> Bool {
    do {
      let bytes = try descriptor.read(1 << 16)
      guard !bytes.isEmpty else { return false }
      lines += try buffer.append(bytes)
      return true
    } catch let error as SystemCallError {
      if error.wouldBlock { return true }
      return false
    } catch let error as InspectionError {
      throw error
    } catch {
      throw InspectionError("\(error)")
    }
  }
}
