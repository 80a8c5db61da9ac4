import Counterpoint

// Screens that send view actions.

@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var name = ""
  }

  enum Action {
    case tap
  }
}

final class Model {}
struct Plain {}
enum Failure: Error { case failed }

enum ViewActionOnEnum {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  enum Screen {}  // error: '@ViewAction' needs a property 'store' in 'Screen'
}

enum ViewActionOnProtocol {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  protocol Screen {}  // error: '@ViewAction' needs a property 'store' in 'Screen'
}

enum ViewActionOnFunc {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)  // error: 'extension' macro cannot be attached to instance method ('screen')
  func screen() {}
}

@Reducer struct FViewActionOnExtension {
  struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } }
}
struct ScreenViewActionOnExtension {
  let store: StoreOf<FViewActionOnExtension>
}
@ViewAction(for: FViewActionOnExtension.self)  // error: 'extension' macro cannot be attached to extension (extension of
extension ScreenViewActionOnExtension {}

enum ViewActionWrongLabel {
  @ViewAction(of: Leaf.self)  // error: incorrect argument label in macro // error: macro 'ViewAction(for:)' requires
  struct Screen2 { let store: StoreOf<Leaf> }
}

enum ViewActionWithoutSelf {
  @ViewAction(for: Leaf)  // error: macro 'ViewAction(for:)' requires that 'Leaf.Action' conform to 'ViewAction'
  struct Screen2 { let store: StoreOf<Leaf> }
}

enum ViewActionUnknownFeature {
  @ViewAction(for: Unknown.self)  // error: cannot find 'Unknown' in scope // error: generic parameter 'R' could not
  struct Screen2 { let store: StoreOf<Leaf> }
}

enum ViewActionFeatureWithoutView {
  @ViewAction(for: Leaf.self)  // error: macro 'ViewAction(for:)' requires that 'Leaf.Action' conform to 'ViewAction'
  struct Screen2 { let store: StoreOf<Leaf> }
}

enum ViewActionOtherStore {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  struct Screen { let store: StoreOf<Leaf> }  // error: type 'ViewActionOtherStore // error: type 'ViewActionOtherStore
}

enum ViewActionStoreType {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  struct Screen { let store: Int }  // error: type 'ViewActionStoreType.Scree // error: type 'ViewActionStoreType.Scree
}

enum ViewActionStoreStatic {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  struct Screen { static let store: StoreOf<F>? = nil }  // error: '@ViewAction' needs a // error: static property 'stor
}

enum ViewActionPrivateStore {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @MainActor
  @ViewAction(for: F.self)
  struct Screen {  // error: property 'store' must be as accessible as its enclosing type because it matches a requireme
    private let store: StoreOf<F>
    func f() { send(.tap) }
  }
}

enum ViewActionTwice {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  @ViewAction(for: F.self)
  @ViewAction(for: F.self)
  struct Screen { let store: StoreOf<F> }  // error: redundant conformance of 'ViewActionTwice.Screen' to protocol 'View
}

enum ViewActionInFunction {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  func f() {
    @ViewAction(for: F.self)
    struct Screen { let store: StoreOf<F> }  // error: local type cannot have attached extension macro
  }
}

enum ViewActionWithoutCase {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case tap; enum View { case tap } } }  // error: type 'V
}

enum ViewActionViewMissing {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View) } }  // error: cannot // error: type 'V
}

enum ViewActionPrivateScreen {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap } } }
  struct Outer {
    @ViewAction(for: F.self)
    private struct Screen { let store: StoreOf<F> }  // error: '@ViewAction' extends the type at file scope, where 'Scre
  }
}

enum ViewActionSendWrongArgument {
  @Reducer struct F { struct State {}; enum Action: ViewAction { case view(View); enum View { case tap(Int) } } }
  @MainActor @ViewAction(for: F.self)
  struct Screen {
    let store: StoreOf<F>
    func f() { send(.tap("")) }  // error: cannot convert value of type 'String' to expected argument type 'Int'
  }
}

enum ViewActionSendNonview {
  @Reducer struct F {
    struct State {}; enum Action: ViewAction { case view(View), loaded; enum View { case tap(Int) } }
  }
  @MainActor @ViewAction(for: F.self)
  struct Screen {
    let store: StoreOf<F>
    func f() { send(.loaded) }  // error: type 'ViewActionSendNonview.F.Action.View' has no member 'loaded'
  }
}
