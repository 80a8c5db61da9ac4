extension DependencyValues {
  /// These values, with what is set explicitly in others on top.
  ///
  /// The defaults are those of `self`, which somebody made on purpose, unless they are just the process's: an object that
  /// was made apart (with `$0 = DependencyValues()`) stays apart wherever it is used. Costs nothing if one of the two has
  /// nothing of its own, otherwise a copy of the table of overrides.
  func merged(with current: DependencyValues) -> DependencyValues {
    let own = storage
    let other = current.storage
    if own === other { return current }
    let isOnProcessDefaults = own.defaults === DefaultValues.ofProcess
    let defaults = isOnProcessDefaults ? other.defaults : own.defaults
    if own.isPlain(besides: other), defaults === other.defaults { return current }
    if other.isPlain(besides: own), defaults === own.defaults { return self }
    let merged = other.copy(defaults: defaults)
    merged.overrides = own.overrides.merging(other.overrides) { $1 }
    merged.context = other.context ?? own.context
    merged.test = other.test ?? own.test
    return DependencyValues(storage: merged)
  }

  init(storage: Storage) {
    self.storage = storage
  }
}

extension DependencyValues.Storage {
  /// Whether nothing is set here that would have to be added to what others say.
  fileprivate func isPlain(besides others: DependencyValues.Storage) -> Bool {
    overrides.isEmpty && context == nil && (test == nil || test == others.test)
  }
}
