import DependencyInjection

extension Effect {
  /// Computes an action when the effect starts, and sends it synchronously: a lazy ``send(_:)``.
  ///
  /// For an environment of functions: `{ number in .sync { isPrime(number) } }`.
  ///
  /// - Parameter work: Computes the action on the store's actor, while the store handles the action that returned the
  ///   effect. Its dependencies are those at this call.
  public static func sync(_ work: @escaping @Sendable () -> Action) -> Self {
    let dependencies = DependencyValues._current
    return Self(.sync { dependencies.run(work) })
  }
}
