import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation

@Reducer struct Counter {
  @ObservableState struct State: Codable, Equatable {
    var count = 0
    var secret = ""
  }

  enum Action: Codable {
    case decrement
    case increment
    case random
    case run
    case stopWatching
    case watch
  }

  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrement:
        state.count -= 1
        return .none
      case .increment:
        state.count += 1
        return .none
      case .random:
        state.count = withRandomNumberGenerator { Int.random(in: 0..<1000, using: &$0) }
        return .none
      case .run: return .run(name: "work") { send in await send(.increment) }
      case .stopWatching: return .cancel(id: "watch")
      case .watch: return .run { _ in try await Task.never() }.cancellable(id: "watch")
      }
    }
  }
}

/// A folder for sockets that is removed in the end.
final class TemporaryProgramFolder {
  let folder: ProgramFolder

  init() throws {
    // Short, because the paths of sockets are limited.
    folder = ProgramFolder("/tmp/cpi-\(UUID().uuidString.prefix(13))")
    try folder.create()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  func listen(
    allowing permissions: Set<InspectorPermission> = [.look],
    keeping limit: Int = 1 << 20,
    redacting redaction: Redaction = Redaction()
  ) throws -> Inspector {
    try Inspector(.unixSocket, "test", permissions, limit: limit, redaction, folder: folder, process: 1)
  }

  /// Leaves the socket of a program that has been killed.
  func leaveSocket(_ program: ProgramFolder.Program) throws {
    _ = try SocketAddress.file(program.socket).listen()
  }
}

/// Reads the events of a program one by one.
struct EventIterator {
  private var iterator: AsyncThrowingStream<[InspectedEvent], any Error>.AsyncIterator
  private var events: ArraySlice<InspectedEvent> = []

  init(_ program: InspectedProgram) {
    iterator = program.batches().makeAsyncIterator()
  }

  mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> InspectedEvent? {
    while events.isEmpty {
      guard let batch = try await iterator.next(isolation: isolation) else { return nil }
      events = batch[...]
    }
    return events.removeFirst()
  }

  mutating func nextAction(isolation: isolated (any Actor)? = #isolation) async throws -> InspectedAction? {
    while let event = try await next(isolation: isolation) { if case .action(let action) = event { return action } }
    return nil
  }

  mutating func nextResult(isolation: isolated (any Actor)? = #isolation) async throws -> InspectedResult? {
    while let event = try await next(isolation: isolation) { if case .result(let result) = event { return result } }
    return nil
  }
}
