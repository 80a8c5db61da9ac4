import CaseKeyPaths
@testable import CounterpointCore
import Testing

/// Children whose state is an enum: their identity depends on the case and on the payload's id.
@MainActor
@Suite struct EnumChildTests {
  let work = WaitingWork()

  private func survivors(
    of embedding: any WritableKeyPath<Chooser.State, Choice.State?> & Sendable,
    _ embed: (Choice.Action) -> Chooser.Action,
    replacing child: Choice.State?
  ) async -> [String] {
    var state = Chooser.State()
    state[keyPath: embedding] = .left(Twig.State(id: 1))
    let work = work
    let bench = Bench(state, work) { Chooser() }
    bench.send(embed(.left(Twig.Action { _ in work.run("left") })))
    bench.send(embed(.own(Step { _ in work.run("choice") })))
    let replacement = Unchecked(child)
    bench.send(
      .own(
        Step { state in
          state[keyPath: embedding] = replacement.value
          return .none
        }
      )
    )
    return await bench.survivors()
  }

  @Test func anotherCaseCancels() async {
    let child = Choice.State.right(Twig.State(id: 1))
    #expect(await survivors(of: \.optional, Chooser.Action.optional, replacing: child) == [])
    #expect(await survivors(of: \.presented, { .presented(.presented($0)) }, replacing: child) == [])
  }

  @Test func anotherIDInTheSameCaseCancels() async {
    let child = Choice.State.left(Twig.State(id: 2))
    #expect(await survivors(of: \.optional, Chooser.Action.optional, replacing: child) == [])
    #expect(await survivors(of: \.presented, { .presented(.presented($0)) }, replacing: child) == [])
  }

  @Test func aCaseWithoutPayloadCancels() async {
    #expect(await survivors(of: \.optional, Chooser.Action.optional, replacing: .empty) == [])
    #expect(await survivors(of: \.presented, { .presented(.presented($0)) }, replacing: .empty) == [])
  }

  @Test func theSameCaseAndIDKeepTheEffectsOfThePresented() async {
    let child = Choice.State.left(Twig.State(id: 1, value: 7))
    #expect(await survivors(of: \.optional, Chooser.Action.optional, replacing: child) == ["choice", "left"])
  }

  @Test func theSameCaseAndIDKeepTheEffectsOfTheOptional() async {
    let child = Choice.State.left(Twig.State(id: 1, value: 7))
    #expect(
      await survivors(of: \.presented, { .presented(.presented($0)) }, replacing: child) == ["choice", "left"]
    )
  }

  @Test func anElementOfAStackIsTheSameInEveryCase() async {
    var state = Chooser.State()
    state.path[id: 0] = .left(Twig.State())
    let work = work
    let bench = Bench(state, work) { Chooser() }
    bench.send(.path(.element(id: 0, action: .own(Step { _ in work.run("choice") }))))
    bench.send(.path(.element(id: 0, action: .left(Twig.Action { _ in work.run("left") }))))
    bench.send(
      .path(
        .element(
          id: 0,
          action: .own(
            Step { state in
              state = .right(Twig.State())
              return .none
            }
          )
        )
      )
    )
    #expect(await bench.survivors() == ["choice"])
  }

  struct NumberState {
    var number: Int?
  }
  enum NumberAction: CasePathable, Sendable {
    case child(Bool)
    case set(Int?)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<NumberAction, Bool> {
        AnyCasePath(embed: NumberAction.child, extract: { if case .child(let flag) = $0 { flag } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func stateThatIsNotIdentifiableIsAlwaysTheSameChild() async {
    let work = work
    let bench = Bench(NumberState(number: 1), work) {
      Reduce<NumberState, NumberAction> { state, action in
        if case .set(let number) = action { state.number = number }
        return .none
      }
      .ifLet(\.number, action: \.child) {
        Reduce<Int, Bool> { number, _ in work.run("\(number)") }
      }
    }
    bench.send(.child(true))
    bench.send(.set(2))
    bench.send(.child(true))
    #expect(!bench.store.core.hub.cancellations.isEmpty)
    #expect(await bench.survivors() == ["1", "2"])
  }
}
