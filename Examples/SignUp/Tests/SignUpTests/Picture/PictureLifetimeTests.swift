import Counterpoint
import Foundation
import SignUp
import Testing

/// The file of a picture ends with the last copy of its value.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct PictureLifetimeTests {
  /// Stands for a temporary file.
  private final class TemporaryFile: Sendable {
    let data = Data.png()
  }

  private let store: StoreOf<SignUpFeature>

  init() {
    store = Store(initialState: SignUpFeature.State(draft: .valid)) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = .inMemory()
      $0.pictures = .liveValue
    }
  }

  /// Sends a file to a form. Only the flow has it then.
  private func offer(_ action: (OfferedFile) -> SignUpFeature.Action) async -> WeakFile {
    let file = TemporaryFile()
    await store.send(action(OfferedFile(name: "me.png") { _ in file.data })).finish()
    return WeakFile(file: file)
  }

  private struct WeakFile {
    weak var file: TemporaryFile?
  }

  private func offer() async -> WeakFile {
    await offer { .path(.element(id: 1, action: .personalInfo(.pictureChosen($0)))) }
  }

  private func goToPersonalInfo() {
    store.send(.startButtonTapped)
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
  }

  private func goToSummary() {
    store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
    store.send(.path(.element(id: 2, action: .topics(.nextButtonTapped))))
  }

  @Test func aReplacedOrRemovedPictureEnds() async {
    goToPersonalInfo()
    let first = await offer()
    #expect(first.file != nil)
    let second = await offer()
    #expect(first.file == nil && second.file != nil)
    store.send(.path(.element(id: 1, action: .personalInfo(.removePictureButtonTapped))))
    #expect(second.file == nil)
  }

  @Test func aDiscardedPictureEnds() async {
    goToPersonalInfo()
    let picture = await offer()
    goToSummary()
    #expect(picture.file != nil)
    store.send(.cancelButtonTapped)
    store.send(.dialog(.presented(.discardButtonTapped)))
    #expect(picture.file == nil)
  }

  @Test func anEditThatIsNotCompletedKeepsTheOldPicture() async {
    goToPersonalInfo()
    let old = await offer()
    goToSummary()
    func edit(_ action: PersonalInfo.Action) -> SignUpFeature.Action {
      .path(.element(id: 3, action: .summary(.destination(.presented(.personalInfo(action))))))
    }
    store.send(.path(.element(id: 3, action: .summary(.editButtonTapped(.personalInfo)))))
    let dropped = await offer { edit(.pictureChosen($0)) }
    #expect(dropped.file != nil)
    store.send(.path(.element(id: 3, action: .summary(.destination(.dismiss)))))
    #expect(dropped.file == nil && old.file != nil)
    store.send(.path(.element(id: 3, action: .summary(.editButtonTapped(.personalInfo)))))
    let new = await offer { edit(.pictureChosen($0)) }
    store.send(edit(.nextButtonTapped))
    #expect(new.file != nil && old.file == nil)
  }

  @Test func anAccountEndsTheTemporaryFile() async {
    goToPersonalInfo()
    let picture = await offer()
    goToSummary()
    await store.send(.path(.element(id: 3, action: .summary(.submitButtonTapped)))).finish()
    #expect(store.withState(\.account?.picture)?.hasSuffix(".png") == true)
    #expect(picture.file == nil)
  }
}
