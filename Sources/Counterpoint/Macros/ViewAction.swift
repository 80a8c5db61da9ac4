public import CounterpointCore

/// Gives a screen with a store the method `send`, which takes only the actions of that screen.
///
/// ```swift
/// @ViewAction(for: Counter.self)
/// struct CounterScreen {
///   let store: StoreOf<Counter>
///
///   func plusKeyPressed() {
///     send(.incrementButtonTapped)
///   }
/// }
/// ```
///
/// The feature's `Action` conforms to `ViewAction`: its case `view` has what a user can do. The type may be anything with a
/// property `store`: a console screen, a controller, a view.
///
/// The store has to be as visible as the screen, as the protocol asks for it: `public` in a public screen, and not `private`.
///
/// ## What it writes
///
/// The conformance to `ViewActionSending`, on the screen's actor where its declaration tells which that is: `@MainActor` in front, or a
/// protocol or class of SwiftUI, UIKit or AppKit. On a subclass of another class of an actor, write
/// `extension Screen: @MainActor ViewActionSending {}` yourself.
///
/// ## Errors and warnings
///
/// - `'@ViewAction' needs a property 'store' in 'Screen'`: the fix-it adds it.
/// - `'@ViewAction' cannot be applied to actor type 'Screen'`: the screen of a store that an actor owns is a value or an object on that
///   actor.
/// - A warning for `store.send(…)` inside the type, because that could send what is not the screen's. The fix-it makes `send(.tap)`
///   of `store.send(.view(.tap))`.
///
/// - Parameter reducer: The feature.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for reducer: R.Type) =
  #externalMacro(module: "CounterpointMacros", type: "ViewActionMacro") where R.Action: ViewAction
