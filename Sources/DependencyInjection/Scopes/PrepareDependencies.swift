/// Sets dependencies for the rest of the program, or of the test, where it starts.
///
/// ```swift
/// @main struct Program {
///   static func main() async {
///     prepareDependencies { $0.weather = .live(apiKey: …) }
/// ```
///
/// What is prepared takes the place of the keys' defaults; `withDependencies` still overrides it.
/// Prepare a dependency once, before its first use: a later value is ignored and reported as an issue. Within one call it
/// may be set several times. In tests it holds for the current test.
///
/// In previews, which run the same code again and again, a dependency may be prepared after its use, and a second value is
/// ignored in silence.
///
/// - Parameter update: Sets the dependencies.
/// - Returns: What `update` returns.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (_ values: inout DependencyValues) throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  values.change { $0.mode = .preparing(Preparation()) }
  return try DependencyValues.$isSetting.withValue(true) { try update(&values) }
}
