extension AsyncStream {
  /// A stream that yields nothing, and ends only when the task that loops over it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that ends at once.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that yields nothing, and ends only when the task that loops over it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that ends at once, perhaps with an error.
  ///
  /// - Parameter error: What it throws; `nil` to end without.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
