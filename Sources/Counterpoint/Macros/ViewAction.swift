public import CounterpointCore

/// Adds the method `send` to a screen with a store, limited to the actions of that screen.
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
/// The feature's `Action` conforms to `ViewAction`: its case `view` contains the user's actions. Any type with a
/// property `store` can have the macro: a console screen, a controller, a view.
///
/// The store needs the access of the screen, because it is a protocol requirement: `public` in a public screen, and
/// not `private`.
///
/// ## Expansion
///
/// The macro adds the conformance to `ViewActionSending`. The conformance is isolated to the screen's actor if the
/// declaration shows it: an attribute `@MainActor`, or a protocol or superclass of SwiftUI, UIKit or AppKit. On a
/// subclass of another isolated class, write `extension Screen: @MainActor ViewActionSending {}` explicitly.
///
/// ## Errors and warnings
///
/// - `'@ViewAction' needs a property 'store' in 'Screen'`: the fix-it adds it.
/// - `'@ViewAction' cannot be applied to actor type 'Screen'`: a screen is not an actor. The screen of a store that
///   an actor owns is a value or an object on that actor.
/// - A warning for `store.send(…)` inside the type, which could send actions outside of the screen's. The fix-it
///   replaces `store.send(.view(.tap))` with `send(.tap)`.
///
/// - Parameter reducer: The feature.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for reducer: R.Type) =
  #externalMacro(module: "CounterpointMacros", type: "ViewActionMacro") where R.Action: ViewAction
