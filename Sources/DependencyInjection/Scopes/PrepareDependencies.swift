/// Sets the default values of dependencies at the start of a program or a test.
///
/// ```swift
/// @main struct Program {
///   static func main() async {
///     prepareDependencies { $0.weather = .live(apiKey: …) }
/// ```
///
/// A prepared value replaces the default of its key; `withDependencies` still overrides it. Prepare a dependency
/// once, before its first use: a later value is ignored and reported as an issue. A single call may set a dependency
/// several times. In a test the values apply to that test only.
///
/// A preview runs the same code repeatedly. There a dependency may be prepared after its use, and a second value is
/// ignored without an issue.
///
/// - Parameter update: A closure that sets the dependencies.
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (_ values: inout DependencyValues) throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  values.change { $0.mode = .preparing(Preparation()) }
  return try DependencyValues.$isSetting.withValue(true) { try update(&values) }
}
