import CaseKeyPaths

/// Generates a case path for each case of an enum, so that `\.name` is a key path to the case `name`.
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
/// With the macro on `Child.Action` too, `\.child.tap` is a key path to the case `tap` in the payload of `child`.
/// `action.is(\.reset)` tests for a case, and `action[case: \.moved]` returns the payload or `nil`.
/// `Action.allCasePaths` is a sequence of the key paths to all cases. See `CasePathable` for the other operations.
///
/// ## Expansion
///
/// The macro generates the type `AllCasePaths` with a property for each case, its value `allCasePaths`, and the
/// conformances to `CasePathable` and `CasePathIterable` that the enum doesn't declare. For the enum above:
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
/// A case without values has the payload `Void`. A case with one value has the value's type (`case edit(id: Int)`
/// has the payload `Int`). A case with several values has their labeled tuple.
///
/// Where a value may have an uninhabited type (any type outside the standard library), `constructor:` or
/// `embedOptional:` avoids a warning. Cases inside `#if` have their case paths inside the same `#if`, and the
/// extension has the enum's `@available`. `Element`, `Iterator` and `Root` mean something else inside
/// `AllCasePaths`. For a payload type with one of these names, the enum gets an alias such as `_Element`.
///
/// A case path has the `@available` attribute of its case. Cases that are `unavailable` on all platforms are not
/// listed. The macro does not support a case without a payload that is introduced in a version of a platform. Where
/// a nested type has the enum's name, the alias `_Self` refers to the enum.
///
/// The macro keeps an existing nested type `AllCasePaths` and adds the conformances only. It adds `CasePathIterable`
/// if that type declares a conformance to `Sequence`.
///
/// Generated members are public at every access level of the enum, and Swift limits them to the enum's own access. A
/// public enum needs `public import Counterpoint` where imports are internal by default.
///
/// Constrain a generic parameter with a protocol constraint to `Sendable` or `SendableMetatype` too, because case
/// paths can be used on any actor. For `enum Change<Element: Equatable>` the compiler warns that the conformance to
/// `Equatable` might be isolated to an actor.
///
/// ## Errors
///
/// - `'@CasePathable' cannot be applied to struct type 'Name'`: only enums have cases.
/// - `'@CasePathable' cannot be applied to overloaded case name 'name'`: `\.name` is ambiguous between
///   `case name(Int)` and `case name(String)`. Rename one of them.
/// - `'@CasePathable' cannot be applied to an enum with a case 'makeIterator'`: the macro adds a member of that
///   name. The same applies to `allCasePaths`.
/// - `'@CasePathable' cannot be applied to an enum with an '@autoclosure' in the case 'name': take a closure`
/// - `'@CasePathable' needs a type that is 'Copyable' and 'Escapable', and not '~Copyable'`. The same applies to its
///   generic parameters.
///
/// The extension is at file scope, so the macro does not support an enum that is not visible there. Examples are an
/// enum inside a function and a `private` enum inside another type. Make the latter `fileprivate`.
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
