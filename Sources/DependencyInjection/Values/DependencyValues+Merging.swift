extension DependencyValues {
  /// Returns these values with the explicit settings of other values on top.
  ///
  /// The result has the defaults of `self`, unless those are the defaults of the process. So an object that was
  /// created in isolation (with `$0 = DependencyValues()`) stays isolated wherever it is used. The call is free if
  /// either side has no settings of its own. Otherwise it copies the table of overrides.
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
  /// Whether there is no setting here that would have to be merged with those of `others`.
  fileprivate func isPlain(besides others: DependencyValues.Storage) -> Bool {
    overrides.isEmpty && context == nil && (test == nil || test == others.test)
  }
}
