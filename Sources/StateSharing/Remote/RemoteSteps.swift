// The events and steps that a machine of remote storage exchanges with its driver.

extension RemoteMachine {
  /// A caller that waits for the changes up to a number.
  struct Waiter: Equatable {
    let id: UInt64
    /// The last change that was waiting at the beginning of the wait.
    let lastChange: UInt64
    /// Whether it receives losses, or only errors of the storage.
    let receivesLosses: Bool
    /// Whether it waits on after errors of the storage.
    let outlastsFailures: Bool
    /// The number of attempts at the beginning of the wait; an attempt in progress does not count.
    let attempts: Int
  }

  /// An overflow of the queue.
  struct Overflow {
    let error: SharedStorageError
    /// Whether it has just begun.
    let isNew: Bool
  }

  /// The result of an attempt.
  enum Outcome {
    /// The first change has been removed from the queue.
    case done
    /// Another program was faster, and the next transaction is open already or not.
    case conflict(isOpen: Bool)
    /// The storage can't be reached, or its answer was lost.
    case failed(any Error)
  }

  /// The next step of the storing task.
  struct Next {
    /// The error to report in `saveError`, and to the waiting callers.
    var failure: Failure?
    var pause: Pause?
  }

  /// A failure of the storage.
  struct Failure {
    let error: any Error
    /// Whether debug builds report it: only the first of several for an unreachable storage.
    let isReported: Bool
    /// The callers that receive it.
    let waiters: [Waiter]
  }

  /// A pause before the next attempt.
  struct Pause: Equatable {
    /// The number of attempts or failures so far, which determines the length.
    let attempts: Int
    /// Whether the task ends without a clock, until a retry is requested. After a conflict, it retries at once.
    let isFailure: Bool
  }

  /// The step for the first change after the stored value has been read.
  enum Preparation {
    /// Store this value.
    case commit(Value)
    /// Call ``finishFirst(storing:)``: a write of the change is stored, or a default does not need to be. The version
    /// is that of the value, `nil` if foreign writes followed.
    case finish(storing: Value?, version: SharedVersion?)
    /// Whether this value was stored can't be known. Report the loss, and rebase the other changes.
    case lose(Value)
    /// Rebase all changes onto the stored value.
    case rebase
  }

  /// The consequences of a loaded or delivered state of the storage.
  struct Loaded: Equatable {
    /// Whether the cell adopts the version, because it has none yet.
    var adoptsVersion = false
    /// Whether the cell shows a value that the storage refused in this version.
    var isRefused = false
  }
}
