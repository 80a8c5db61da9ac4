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
    if own.isBare { return current }
    let defaults = own.isOnProcessDefaults ? other : own
    if own.isPlain(besides: other), defaults.defaults === other.defaults { return current }
    if other.isPlain(besides: own), defaults.defaults === own.defaults { return self }
    let merged = other.copy(defaultsOf: defaults)
    merged.change {
      $0.overrides = own.overrides.merging(other.overrides) { $1 }
      $0.context = other.context ?? own.context
      $0.test = other.test ?? own.test
    }
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
