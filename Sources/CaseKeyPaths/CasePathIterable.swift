/// An enum that can list its cases: iterating over `allCasePaths` gives each case's key path, in declaration order.
///
/// By hand, `AllCasePaths` is a sequence like this:
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
