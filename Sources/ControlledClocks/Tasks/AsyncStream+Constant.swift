extension AsyncStream {
  /// A stream without elements that ends only when the iterating task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream without elements that ends immediately.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends only when the iterating task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// Returns a stream without elements that ends immediately, optionally with an error.
  ///
  /// - Parameter error: The error that the stream throws; `nil` if it finishes normally.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
