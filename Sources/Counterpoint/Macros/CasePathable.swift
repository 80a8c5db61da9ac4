import CaseKeyPaths

/// Gives an enum a case path for each of its cases, so that `\.name` names one of them.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case child(Child.Action)
///   case moved(x: Int, y: Int)
///   case reset
/// }
/// ```
///
/// Then `\.child.tap` is a key path to the case `tap` in the payload of `child` (where `Child.Action` has the macro too),
/// `action.is(\.reset)` asks for a case, `action[case: \.moved]` is the payload or `nil`, and `Action.allCasePaths` is the
/// sequence of the key paths to all cases. See `CasePathable` for all that key paths do.
///
/// ## What it writes
///
/// The type `AllCasePaths` with a property for each case, its value `allCasePaths`, and the conformances to `CasePathable`
/// and `CasePathIterable`, as far as the enum does not state them itself. For the enum above:
///
/// ```swift
/// public nonisolated struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
///   public var child: AnyCasePath<Action, Child.Action> {
///     .init(
///       constructor: { Action.child },
///       extract: { if case .child(let value) = $0 { value } else { nil } }
///     )
///   }
///
///   public var moved: AnyCasePath<Action, (x: Int, y: Int)> {
///     .init(
///       embed: { .moved(x: $0.x, y: $0.y) },
///       extract: { if case .moved(let x, let y) = $0 { (x, y) } else { nil } }
///     )
///   }
///
///   public var reset: AnyCasePath<Action, Void> {
///     .init(
///       embed: { .reset },
///       extract: { if case .reset = $0 { () } else { nil } }
///     )
///   }
///
///   public subscript(root: Action) -> PartialCaseKeyPath<Action> {
///     switch root {
///     case .child: \.child
///     case .moved: \.moved
///     case .reset: \.reset
///     }
///   }
///
///   public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Action>]> {
///     [\.child, \.moved, \.reset].makeIterator()
///   }
/// }
///
/// public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
///
/// extension Action: nonisolated CasePathable, nonisolated CasePathIterable {}
/// ```
///
/// The payload of a case is `Void` if it has no values, the value's type if it has one (`case edit(id: Int)` has the payload
/// `Int`), and the labelled tuple of all if it has several. Where a value may be of a type without values (any type but those of
/// the standard library), `constructor:` or `embedOptional:` avoids a warning. Cases inside `#if` have their case paths inside the same `#if`,
/// and the extension has the enum's `@available`. Where a payload's type is called `Element`, `Iterator` or `Root`, names that
/// mean something else in `AllCasePaths`, the enum gets an alias for it, such as `_Element`.
///
/// The case path of a case with `@available` has the same. One that is `unavailable` everywhere is left out where cases are listed. (A case
/// without payload that is there from some version of a system on can't be used with the macro.) Where a type inside the enum
/// has the enum's name, the alias `_Self` stands for the enum.
///
/// An enum with a type `AllCasePaths` of its own keeps it: the macro adds the conformances only, that to `CasePathIterable` where
/// the type says that it is a `Sequence`.
///
/// Members are public whatever the enum's access is; Swift lets nobody see more of them than of the enum. A public enum
/// needs `public import Counterpoint` where imports are internal by default.
///
/// A generic parameter that is constrained to a protocol should be constrained to `Sendable` or `SendableMetatype` too: case
/// paths can be used on any actor, and with `enum Change<Element: Equatable>` the compiler warns that the conformance to
/// `Equatable` might be bound to one.
///
/// ## Errors
///
/// - `'@CasePathable' cannot be applied to struct type 'Name'`: only enums have cases.
/// - `'@CasePathable' cannot be applied to overloaded case name 'name'`: `\.name` could not tell `case name(Int)` and
///   `case name(String)` apart. Rename one of them.
/// - `'@CasePathable' cannot be applied to an enum with a case 'makeIterator'`, nor with one `allCasePaths`.
///
/// The extension stands at the top of the file. So the macro can't be used on an enum that can't be seen from there: one inside
/// a function, or a `private` one inside another type (make it `fileprivate`).
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(_Element),
  named(_Iterator),
  named(_Root),
  named(_Self)
)
public macro CasePathable() = #externalMacro(module: "CounterpointMacros", type: "CasePathableMacro")
