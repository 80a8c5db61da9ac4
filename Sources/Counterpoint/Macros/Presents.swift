import CounterpointCore

/// Makes a property of observable state the place of a child feature that is presented: `nil` while it is not.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var editor: Editor.State?
/// }
/// ```
///
/// `state.editor` is the child's state. `state.$editor` is a `PresentationState`, to which key paths for `ifLet` lead:
/// `.ifLet(\.$editor, action: \.editor) { Editor() }`. Who reads either is told when the child comes, goes or is replaced,
/// and not when a field of it changes, as in `state.editor?.title = "X"`: the child tells that itself. (Where the child is not
/// observable state, each change counts.)
///
/// The property is `nil` unless an initial value is given, and has its name in the memberwise initialiser. A struct that says
/// `Codable` is coded as if it were an ordinary optional.
///
/// ## What it writes
///
/// Accessors, and two properties: the private storage `_editor`, and `$editor` with the access of the property.
///
/// ## Errors
///
/// - `'@Presents' needs '@ObservableState' on the struct around it`: elsewhere use the property wrapper `@PresentationState`.
/// - `'@Presents' needs an optional type`, `… the type of the property in writing`, `… a 'var'`,
///   `… a single stored 'var' of each value, without observers`: not for `let`, `static`, `lazy` or computed properties, nor those
///   with `willSet` or `didSet`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`_`), prefixed(`$`))
public macro Presents() = #externalMacro(module: "CounterpointMacros", type: "PresentsMacro")
