@testable import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Testing

@MainActor
@Suite struct DismissTests {
  typealias Inner = Branch<Twig>
  typealias Outer = Branch<Inner>

  /// Returns an effect that dismisses its feature, and records whether it was canceled by that.
  nonisolated private func dismissing<Action>(_ log: Recorder<Bool>) -> Effect<Action> {
    .run { _ in
      @Dependency(\.dismiss) var dismiss
      await dismiss()
      log.note(Task.isCancelled)
    }
  }

  private func outerState(_ outer: Embedding, _ inner: Embedding) -> Outer.State {
    var child = Inner.State()
    child.embed(Twig.State(), inner)
    var state = Outer.State()
    state.embed(child, outer)
    return state
  }

  @Test(arguments: Embedding.presentations) func aChildDismissesItself(_ embedding: Embedding) async {
    let log = Recorder<Bool>()
    let actions = Recorder<String>()
    var state = Inner.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) {
      Inner(child: Twig()) { _, action in
        switch action {
        case .presented(.dismiss): actions.note("dismiss")
        case .path(.popFrom(id: 0)): actions.note("pop")
        default: break
        }
        return .none
      }
    }
    await store.send(Inner.child(embedding, 0, Twig.Action { [self] _ in dismissing(log) })).finish()
    #expect(log.entries == [true])
    #expect(store.withState { $0.child(0, embedding) } == nil)
    #expect(actions.entries == [embedding == .path ? "pop" : "dismiss"])
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test(arguments: Embedding.presentations, Embedding.presentations)
  func theNearestIsDismissed(_ outer: Embedding, _ inner: Embedding) async {
    let log = Recorder<Bool>()
    let store = Store(initialState: outerState(outer, inner)) { Outer(child: Inner(child: Twig())) }
    await store.send(Outer.child(outer, 0, Inner.child(inner, 0, Twig.Action { [self] _ in dismissing(log) }))).finish()
    #expect(store.withState { $0.child(0, outer) } != nil)
    #expect(store.withState { $0.child(0, outer)?.child(0, inner) } == nil)
    #expect(log.entries == [true])
  }

  @Test(arguments: Embedding.presentations, [Embedding.optional, .rows])
  func aPlainlyEmbeddedFeatureDismissesTheOneThatEmbedsIt(_ outer: Embedding, _ inner: Embedding) async {
    let log = Recorder<Bool>()
    let store = Store(initialState: outerState(outer, inner)) { Outer(child: Inner(child: Twig())) }
    await store.send(Outer.child(outer, 0, Inner.child(inner, 0, Twig.Action { [self] _ in dismissing(log) }))).finish()
    #expect(store.withState { $0.child(0, outer) } == nil)
    #expect(log.entries == [true])
  }

  @Test func fromTheMiddleOfAStackAllAboveGoToo() async {
    let log = Recorder<Bool>()
    var state = Inner.State()
    state.path = [Twig.State(), Twig.State(), Twig.State()]
    let store = Store(initialState: state) { Inner(child: Twig()) }
    await store.send(Inner.child(.path, 1, Twig.Action { [self] _ in dismissing(log) })).finish()
    #expect(store.withState { Array($0.path.ids) } == [0])
  }

  @Test func itIsDeliveredOnceHoweverOftenItIsAskedFor() async {
    let actions = Recorder<String>()
    var state = Inner.State()
    state.presented = Twig.State()
    let store = Store(initialState: state) {
      Inner(child: Twig()) { _, action in
        if case .presented(.dismiss) = action { actions.note("dismiss") }
        return .none
      }
    }
    let reported = await issues {
      await store.send(
        Inner.child(
          .presented,
          0,
          Twig.Action { _ in
            .run { send in
              @Dependency(\.dismiss) var dismiss
              await dismiss()
              await dismiss()
              await Task { await dismiss() }.value
              await send(Twig.Action("dropped") { _ in .none })
            }
          }
        )
      ).finish()
    }
    #expect(actions.entries == ["dismiss"])
    #expect(reported.isEmpty)
  }

  @Test func anEffectOfARemovedChildHasNothingToDismiss() async {
    var state = Inner.State()
    state.presented = Twig.State()
    let actions = Recorder<String>()
    let log = Recorder<Bool>()
    let store = Store(initialState: state) {
      Inner(child: Twig()) { state, action in
        if case .presented(.dismiss) = action { actions.note("dismiss") }
        state.presented = nil
        return .none
      }
    }
    let reported = await issues {
      await store.send(Inner.child(.presented, 0, Twig.Action { [self] _ in dismissing(log) })).finish()
    }
    #expect(log.entries == [false])
    #expect(actions.entries.isEmpty)
    #expect(reported.isEmpty)
  }

  @Test func itMayBeTakenFromTheReducer() async {
    var state = Inner.State()
    state.presented = Twig.State()
    let store = Store(initialState: state) { Inner(child: Twig()) }
    await store.send(
      Inner.child(
        .presented,
        0,
        Twig.Action { _ in
          @Dependency(\.dismiss) var dismiss
          return .run { [dismiss] _ in await dismiss() }
        }
      )
    ).finish()
    #expect(store.withState { $0.presented == nil })
  }

  @Test func whereNothingIsPresentedItIsReported() async throws {
    let store = Store(initialState: Inner.State()) { Inner(child: Twig()) }
    let line: UInt = #line + 7
    let reported = await issues {
      await store.send(
        .own(
          Step { _ in
            .run { _ in
              @Dependency(\.dismiss) var dismiss
              await dismiss()
            }
          }
        )
      ).finish()
    }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("\(#fileID):\(line)"))
    #expect(issue.message.contains("isPresented"))
  }

  @Test(arguments: Embedding.allCases) func isPresentedIsTrueWhereDismissIsAvailable(_ embedding: Embedding) async {
    let log = Recorder<Bool>()
    var state = Inner.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) { Inner(child: Twig()) }
    @Sendable func look<Action>() -> Effect<Action> {
      @Dependency(\.isPresented) var isPresented
      log.note(isPresented)
      return .run { _ in
        @Dependency(\.isPresented) var isPresented
        log.note(isPresented)
      }
    }
    await store.send(Inner.child(embedding, 0, Twig.Action { _ in look() })).finish()
    let expected = Embedding.presentations.contains(embedding)
    #expect(log.entries == [expected, expected])
    await store.send(.own(Step { _ in look() })).finish()
    #expect(log.entries == [expected, expected, false, false])
  }

  @Test func aTestOfAFeatureOnItsOwnMaySetIt() async {
    let dismissed = Recorder<Bool>()
    let log = Recorder<Bool>()
    let store = Store(initialState: Twig.State()) {
      Twig()
    } withDependencies: {
      $0.dismiss = DismissEffect { dismissed.note(true) }
    }
    await store.send(
      Twig.Action { [self] _ in
        @Dependency(\.isPresented) var isPresented
        log.note(isPresented)
        return dismissing(log)
      }
    ).finish()
    #expect(dismissed.entries == [true])
    #expect(log.entries == [true, false])
  }

  @Test func cancellingTheTaskThatPresentsDoesNotDisableIt() async {
    let store = Store(initialState: Inner.State()) { Inner(child: Twig()) }
    let presenting = store.send(
      .own(
        Step { state in
          state.presented = Twig.State()
          return .none
        }
      )
    )
    await presenting.finish()
    presenting.cancel()
    let log = Recorder<Bool>()
    await store.send(Inner.child(.presented, 0, Twig.Action { [self] _ in dismissing(log) })).finish()
    #expect(store.withState { $0.presented == nil })
  }
}
