import CounterpointCore

/// Marks a property of observable state as the optional state of a presented child feature.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var editor: Editor.State?
/// }
/// ```
///
/// `state.editor` is the child's state, `nil` while the child is not presented. `state.$editor` is a
/// `PresentationState`, the target of key paths for `ifLet`: `.ifLet(\.$editor, action: \.editor) { Editor() }`. An
/// observer of either is notified when the child is presented, dismissed or replaced. A change of one field, as in
/// `state.editor?.title = "X"`, notifies the observers of that field only. If the child is not observable state,
/// every change notifies.
///
/// The property is `nil` unless it has an initial value, and it has its own name in the memberwise initializer. A
/// `Codable` struct codes the property as an ordinary optional.
///
/// ## Expansion
///
/// The macro generates accessors and two properties: the private storage `_editor`, and `$editor` with the access of
/// the property.
///
/// ## Errors
///
/// - `'@Presents' needs '@ObservableState' on the struct around it; use '@PresentationState' elsewhere`
/// - `'@Presents' needs an optional type: 'nil' while nothing is presented`
/// - `'@Presents' needs a type annotation`
/// - `'@Presents' needs a 'var', because the presented state changes`
/// - `'@Presents' needs a single stored instance 'var' without observers`: an error on `static`, `lazy` and computed
///   properties, and on those with `willSet` or `didSet`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`_`), prefixed(`$`))
public macro Presents() = #externalMacro(module: "CounterpointMacros", type: "PresentsMacro")
