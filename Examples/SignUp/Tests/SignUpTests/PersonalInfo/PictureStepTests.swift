import Counterpoint
import CounterpointTesting
import Foundation
import SignUp
import Testing

/// The picture of the second screen, with a client that takes files in memory.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct PictureStepTests {
  private static let file = OfferedFile("me.png", .png())
  private static let text = OfferedFile("text.png", Data("hello".utf8))
  private static let textProblem = "text.png is not a picture. Choose a PNG, JPEG or GIF."

  private func makeStore(
    _ draft: SignUpDraft = .valid,
    _ add: @escaping @Sendable (OfferedFile) async throws -> Picture = { try Picture($0, id: UUID(0)) }
  ) -> TestStoreOf<PersonalInfo> {
    TestStore(initialState: PersonalInfo.State(draft: draft)) {
      PersonalInfo()
    } withDependencies: {
      $0.pictures.add = add
    }
  }

  @Test func aPictureIsChosenReplacedAndRemoved() async {
    let store = makeStore(.valid) {
      try Picture($0, id: UUID($0.name == "me.png" ? 0 : 1))
    }
    await store.send(.pictureChosen(Self.file)) { $0.pictureCheck = .staying }
    await store.receive(\.pictureAccepted, .me) {
      $0.pictureCheck = nil
      $0.draft.picture = .me
    }
    await store.send(.pictureChosen(OfferedFile("other.gif", Data("GIF89a".utf8)))) { $0.pictureCheck = .staying }
    await store.receive(\.pictureAccepted) {
      $0.pictureCheck = nil
      $0.draft.picture = Picture(id: UUID(1), name: "other.gif", format: .gif, byteCount: 6)
    }
    await store.send(.removePictureButtonTapped) { $0.draft.picture = nil }
  }

  @Test func aRefusedFileLeavesThePictureAndBlocksNothing() async {
    var draft = SignUpDraft.valid
    draft.picture = .me
    let store = makeStore(draft)
    await store.send(.pictureChosen(Self.text)) { $0.pictureCheck = .staying }
    await store.receive(\.pictureRefused) {
      $0.pictureCheck = nil
      $0.pictureProblem = Self.textProblem
    }
    #expect(store.state.problem(with: .picture) == Self.textProblem)
    await store.send(.nextButtonTapped) { $0.pictureProblem = nil }
    await store.receive(\.delegate.finished)
  }

  @Test func goingOnWaitsForTheCheck() async {
    let (stream, answer) = AsyncStream.makeStream(of: Void.self)
    let store = makeStore {
      for await _ in stream { break }
      return try Picture($0, id: UUID(0))
    }
    await store.send(.pictureChosen(Self.file)) { $0.pictureCheck = .staying }
    await store.send(.nextButtonTapped) { $0.pictureCheck = .goingOn }
    answer.yield()
    await store.receive(\.pictureAccepted) {
      $0.pictureCheck = nil
      $0.draft.picture = .me
    }
    await store.receive(\.delegate.finished)
  }

  @Test func aProblemStopsTheUserThatGoesOn() async {
    let (stream, answer) = AsyncStream.makeStream(of: Void.self)
    let store = makeStore {
      for await _ in stream { break }
      return try Picture($0)
    }
    await store.send(.pictureChosen(Self.text)) { $0.pictureCheck = .staying }
    await store.send(.nextButtonTapped) { $0.pictureCheck = .goingOn }
    answer.yield()
    await store.receive(\.pictureRefused) {
      $0.pictureCheck = nil
      $0.pictureProblem = Self.textProblem
      $0.focus = .picture
      $0.showsProblems = true
    }
  }

  @Test func aPathIsReadWhenTheUserGoesOn() async {
    var draft = SignUpDraft.valid
    draft.name = ""
    let store = makeStore(draft) { file in
      guard file.name == "me.png" else { throw PictureError.missing(path: file.name) }
      return .me
    }
    await store.send(.set(\.picturePath, "~/m.png")) { $0.picturePath = "~/m.png" }
    await store.send(.nextButtonTapped) { $0.pictureCheck = .goingOn }
    await store.receive(\.pictureRefused) {
      $0.pictureCheck = nil
      $0.pictureProblem = "There is no file at m.png. Check the path."
      $0.showsProblems = true
    }
    await store.send(.set(\.picturePath, "~/me.png")) {
      $0.picturePath = "~/me.png"
      $0.pictureProblem = nil
    }
    // The other fields are checked as well.
    await store.send(.nextButtonTapped) { $0.pictureCheck = .goingOn }
    await store.receive(\.pictureAccepted) {
      $0.pictureCheck = nil
      $0.picturePath = ""
      $0.draft.picture = .me
    }
    await store.send(.set(\.draft.name, "Blob")) { $0.draft.name = "Blob" }
    await store.send(.nextButtonTapped)
    await store.receive(\.delegate.finished)
  }

  @Test func anEmptyPathIsNoFile() async {
    let store = makeStore(.valid) { _ in throw PictureError.missing(path: "") }
    await store.send(.set(\.picturePath, " ")) { $0.picturePath = " " }
    await store.send(.nextButtonTapped)
    await store.receive(\.delegate.finished)
  }

  @Test func removingEndsTheCheck() async {
    let store = makeStore { _ in try await Task.never() }
    await store.send(.pictureChosen(Self.file)) { $0.pictureCheck = .staying }
    // A check that went on would fail the test at its end.
    await store.send(.removePictureButtonTapped) { $0.pictureCheck = nil }
  }

  @Test func anotherFileEndsTheCheckOfTheFirst() async {
    let store = makeStore { file in
      if file.name == "text.png" { try await Task.never() }
      return try Picture(file, id: UUID(0))
    }
    await store.send(.pictureChosen(Self.text)) { $0.pictureCheck = .staying }
    await store.send(.pictureChosen(Self.file))
    await store.receive(\.pictureAccepted) {
      $0.pictureCheck = nil
      $0.draft.picture = .me
    }
  }
}
