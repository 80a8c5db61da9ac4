import DependencyInjection

extension Effect {
  /// Computes a value when the effect starts, and sends it back at once: as ``send(_:)``, but not before the store wants it.
  ///
  /// For what an environment of functions returns: `{ number in .sync { isPrime(number) } }`.
  ///
  /// - Parameter work: Computes the value, on the store's actor, while the store handles the action that led to it. Its
  ///   dependencies are those that are current at this call.
  public static func sync(_ work: @escaping @Sendable () -> Action) -> Self {
    let dependencies = DependencyValues._current
    return Self(.sync { dependencies.run(work) })
  }
}
