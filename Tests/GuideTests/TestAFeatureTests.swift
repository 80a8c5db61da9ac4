import Counterpoint
import CounterpointTesting
import Foundation
import Testing

// The code of the guide "Test a feature", to the letter.

struct Entry: Equatable, Identifiable, Sendable {
  let id: UUID
  let date: Date
  var text: String
}

@DependencyClient
struct GuestbookClient: Sendable {
  var save: @Sendable (_ entry: Entry) async throws -> Void
}

extension GuestbookClient: TestDependencyKey {
  static let testValue = GuestbookClient()
}

@Reducer
struct Guestbook {
  @ObservableState
  struct State: Equatable {
    var entries: IdentifiedArrayOf<Entry> = []
    var isSaving = false
    var problem: String?
    var text = ""
  }

  enum Action {
    case textChanged(String)
    case signTapped
    case saved(Entry)
    case savingFailed(reason: String)
  }

  @Dependency(GuestbookClient.self) var client
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        state.problem = nil
        return .none

      case .signTapped:
        let entry = Entry(id: uuid(), date: now, text: state.text)
        state.isSaving = true
        return .run { [client] send in
          try await client.save(entry: entry)
          await send(.saved(entry))
        } catch: { error, send in
          await send(.savingFailed(reason: "\(error)"))
        }

      case .saved(let entry):
        state.entries.append(entry)
        state.isSaving = false
        state.text = ""
        return .none

      case .savingFailed(let reason):
        state.isSaving = false
        state.problem = reason
        return .none
      }
    }
  }
}

@Test func aGuestSigns() async {
  let store = TestStore(initialState: Guestbook.State()) {
    Guestbook()
  } withDependencies: {
    $0[GuestbookClient.self].save = { _ in }
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.uuid = .incrementing
  }

  await store.send(.textChanged("Hello")) { $0.text = "Hello" }
  await store.send(.signTapped) { $0.isSaving = true }
  await store.receive(\.saved) {
    $0.entries = [Entry(id: UUID(0), date: Date(timeIntervalSince1970: 0), text: "Hello")]
    $0.isSaving = false
    $0.text = ""
  }
}

@Test func theTextStaysIfItCannotBeSaved() async {
  struct DiskFull: Error {}
  let store = TestStore(initialState: Guestbook.State(text: "Hello")) {
    Guestbook()
  } withDependencies: {
    $0[GuestbookClient.self].save = { _ in throw DiskFull() }
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.uuid = .incrementing
  }

  await store.send(.signTapped) { $0.isSaving = true }
  await store.receive(\.savingFailed) {
    $0.isSaving = false
    $0.problem = "DiskFull()"
  }
}

@Test func aSignatureEndsUpInTheBook() async {
  let store = TestStore(initialState: Guestbook.State(), exhaustivity: .off) {
    Guestbook()
  } withDependencies: {
    $0[GuestbookClient.self].save = { _ in }
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.uuid = .incrementing
  }

  await store.send(.textChanged("Hello"))
  await store.send(.signTapped)
  await store.finish()
  #expect(store.state.entries.map(\.text) == ["Hello"])
}
