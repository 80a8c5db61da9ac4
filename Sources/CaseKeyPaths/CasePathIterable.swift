/// An enum that can list its cases: `allCasePaths` is a sequence of the key paths of the cases, in declaration
/// order.
///
/// Without the macro, `AllCasePaths` is a sequence such as this one:
///
/// ```swift
/// extension Action.AllCasePaths: Sequence {
///   func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Action>> {
///     [\.child, \.reset].makeIterator()
///   }
/// }
/// ```
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}
