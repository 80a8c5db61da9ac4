// The table of the machine of remote storage.

extension MachineRow {
  static let storing = [
    Self(
      "Changes are stored in order by one task",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.change(2), "idle [1, 2]"),
      (.start, "nothing"),
      (.attempt, "storing [1, 2]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1, 2]"),
      (.stored(version: 2), "storing [2], no error"),
      (.end(.done), "attempt"),
      (.attempt, "storing [2]"),
      (.read(1, version: 2), "commit 2"),
      (.write(2), "storing [2]"),
      (.stored(version: 3), "storing [], no error"),
      (.end(.done), "attempt"),
      (.attempt, "task ends"),
      (.change(3), "idle [3]"),
      (.start, "task")
    ),
    Self(
      "The queue is bounded, and the newest change stays",
      (.change(1), "idle [1]"),
      (.change(2), "idle [1, 2]"),
      (.change(3), "idle [1, 2, 3]"),
      (.start, "task"),
      (.change(4), "idle [1, 2, 4]"),
      (.start, "nothing, new overflow"),
      (.change(5), "idle [1, 2, 5]"),
      (.start, "nothing, overflow"),
      (.attempt, "storing [1, 2, 5]"),
      (.read(0, version: 1), "commit 1"),
      (.stored(version: 2), "storing [2, 5]")
    ),
    Self(
      "A default is stored if nothing is",
      (.save, "adds, waiter 1"),
      (.start, "task"),
      (.attempt, "storing [0]"),
      (.read(nil, version: 1), "commit 0"),
      (.stored(version: 2), "storing [], no error"),
      (.settle, "resumes [1]"),
      (.save, "keeps, waiter 2"),
      (.settle, "resumes [2]")
    ),
    Self(
      "A default is not stored over a value",
      (.save, "adds, waiter 1"),
      (.start, "task"),
      (.attempt, "storing [0]"),
      (.read(8, version: 1), "storing [], no error"),
      (.settle, "resumes [1]")
    ),
  ]

  static let failures = [
    Self(
      "Failures are retried after longer pauses, and reported once",
      (.change(1), "idle [1]"),
      (.save, "keeps, waiter 1"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.end(.failed), "report to [1], pause 1"),
      (.pause, "sleeps, paused"),
      (.resume, "idle [1]"),
      (.attempt, "storing [1]"),
      (.end(.failed), "error to [], pause 2"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.stored(version: 2), "storing [], no error"),
      (.end(.done), "attempt")
    ),
    Self(
      "A caller that arrives during an attempt does not receive its failure",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.save, "keeps, waiter 1"),
      (.end(.failed), "report to [], pause 1"),
      (.attempt, "storing [1]"),
      (.end(.failed), "error to [1], pause 2")
    ),
    Self(
      "A request skips the pause",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.wake, "storing [1]"),
      (.end(.failed), "report to [], pause 1"),
      (.pause, "skipped, paused"),
      (.resume, "idle [1]"),
      (.attempt, "storing [1]"),
      (.end(.failed), "error to [], pause 2"),
      (.pause, "sleeps, paused")
    ),
    Self(
      "Without a clock, the task ends unless a retry is requested",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.wake, "storing [1]"),
      (.end(.failed), "report to [], pause 1"),
      (.noClock, "retries"),
      (.start, "nothing"),
      (.attempt, "storing [1]"),
      (.end(.failed), "error to [], pause 2"),
      (.noClock, "task ends"),
      (.start, "task")
    ),
    Self(
      "A write whose answer is lost is found by its id",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1]"),
      (.end(.failed), "attempt"),
      (.attempt, "storing [1]"),
      (.read(1, version: 2, writes: [1]), "storing [], no error"),
      (.settle, "nothing")
    ),
    Self(
      "A write without an answer is looked up once before it has failed",
      (.change(1), "idle [1]"),
      (.save, "keeps, waiter 1"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1]"),
      (.end(.failed), "attempt"),
      (.attempt, "storing [1]"),
      (.end(.failed), "report to [1], pause 1"),
      (.attempt, "storing [1]"),
      (.end(.failed), "error to [], pause 2")
    ),
    Self(
      "A foreign write after the lost answer is shown",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1]"),
      (.end(.failed), "attempt"),
      (.attempt, "storing [1]"),
      (.read(9, version: 3, writes: [2, 1]), "storing [], no error"),
      (.settle, "shows 9")
    ),
    Self(
      "A write is uncertain if the storage has forgotten its ids",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1]"),
      (.end(.failed), "attempt"),
      (.attempt, "storing [1]"),
      (.read(9, version: 3), "lose 1")
    ),
  ]

  static let conflicts = [
    Self(
      "A conflict rebases all changes",
      (.change(1), "idle [1]"),
      (.change(3), "idle [1, 3]"),
      (.start, "task"),
      (.attempt, "storing [1, 3]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1, 3]"),
      (.rejected(1), "certain"),
      (.end(.conflict), "pause 1"),
      (.attempt, "storing [1, 3]"),
      (.read(100, version: 2), "rebase"),
      (.rebase(100, version: 2), "conflict, then storing [101, 103]")
    ),
    Self(
      "A retry follows at once if the conflict has opened a transaction",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.end(.openConflict), "attempt"),
      (.attempt, "storing [1]"),
      (.end(.conflict), "pause 2")
    ),
    Self(
      "A write that conflicts with itself stays uncertain",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.read(0, version: 1), "commit 1"),
      (.write(1), "storing [1]"),
      (.write(2), "storing [1]"),
      (.rejected(2), "uncertain"),
      (.end(.conflict), "pause 1"),
      (.attempt, "storing [1]"),
      (.read(1, version: 2, writes: [1]), "storing [], no error")
    ),
  ]

  static let foreignValues = [
    Self(
      "A foreign value waits for the changes",
      (.arrive(5, version: 2), "shows 5"),
      (.change(6), "idle [6]"),
      (.arrive(9, version: 4), "postponed"),
      (.arrive(8, version: 3), "postponed"),
      (.settle, "nothing"),
      (.start, "task"),
      (.attempt, "storing [6]"),
      (.read(5, version: 2), "commit 6"),
      (.stored(version: 3), "storing [], no error"),
      (.settle, "shows 9")
    ),
    Self(
      "A load undoes a refused value once",
      (.change(13), "idle [13]"),
      (.start, "task"),
      (.attempt, "storing [13]"),
      (.refused, "storing []"),
      (.load(isEmpty: false, version: 1), "undone"),
      (.load(isEmpty: false, version: 1), "nothing")
    ),
    Self(
      "An older answer changes nothing",
      (.arrive(5, version: 4), "shows 5"),
      (.load(isEmpty: true, version: 3), "nothing"),
      (.save, "adds, waiter 1")
    ),
    Self(
      "A value that is known to be stored is not stored again",
      (.load(isEmpty: false, version: 1), "nothing"),
      (.save, "keeps, waiter 1"),
      (.load(isEmpty: true, version: 2), "nothing"),
      (.save, "adds, waiter 2")
    ),
  ]

  static let transactions = [
    Self(
      "A transaction waits for the changes, and changes wait for it",
      (.change(1), "idle [1]"),
      (.beginTransaction, "waits"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.stored(version: 2), "storing [], no error"),
      (.end(.done), "attempt"),
      (.attempt, "task ends"),
      (.beginTransaction, "transaction"),
      (.accept(version: 3), "show"),
      (.change(4), "transaction [4]"),
      (.start, "task"),
      (.accept(version: 4), "keepLocal"),
      (.arrive(9, version: 5), "postponed"),
      (.pause, "sleeps, transaction"),
      (.resume, "transaction [4]"),
      (.endTransaction, "idle [4]"),
      (.settle, "nothing")
    ),
    Self(
      "A foreign value that arrives in a transaction is shown after it",
      (.beginTransaction, "transaction"),
      (.arrive(9, version: 5), "postponed"),
      (.settle, "nothing"),
      (.endTransaction, "idle []"),
      (.settle, "shows 9")
    ),
    Self(
      "A transaction shows only newer versions, and replaces a refused value",
      (.accept(version: 1), "ignore"),
      (.accept(version: 2), "show"),
      (.change(13), "idle [13]"),
      (.start, "task"),
      (.attempt, "storing [13]"),
      (.refused, "storing []"),
      (.end(.done), "attempt"),
      (.attempt, "task ends"),
      (.beginTransaction, "transaction"),
      (.accept(version: 1), "show"),
      (.accept(version: 1), "ignore")
    ),
  ]

  static let losses = [
    Self(
      "A loss is thrown once, and stays until a later change is stored",
      (.change(1), "idle [1]"),
      (.start, "task"),
      (.attempt, "storing [1]"),
      (.refused, "storing []"),
      (.end(.done), "attempt"),
      (.attempt, "task ends"),
      (.save, "adds, waiter 1"),
      (.start, "task"),
      (.settle, "nothing"),
      (.attempt, "storing [1]"),
      (.read(1, version: 1), "storing [], no error"),
      (.settle, "throws to [1]"),
      (.save, "keeps, waiter 2"),
      (.settle, "resumes [2]")
    ),
    Self(
      "The error of a loss stays when an earlier change is stored",
      (.change(1), "idle [1]"),
      (.change(2), "idle [1, 2]"),
      (.start, "task"),
      (.attempt, "storing [1, 2]"),
      (.refused, "storing [2]"),
      (.read(0, version: 1), "commit 2"),
      (.stored(version: 2), "storing []"),
      (.change(3), "storing [3]"),
      (.stored(version: 3), "storing [], no error")
    ),
    Self(
      "A failure between two changes is replaced by the error of the loss",
      (.change(1), "idle [1]"),
      (.change(2), "idle [1, 2]"),
      (.start, "task"),
      (.attempt, "storing [1, 2]"),
      (.refused, "storing [2]"),
      (.end(.failed), "report to [], pause 1"),
      (.attempt, "storing [2]"),
      (.stored(version: 2), "storing [], error stays")
    ),
  ]

  static let waiting = [
    Self(
      "A caller waits for the changes that were made before",
      (.change(1), "idle [1]"),
      (.save, "keeps, waiter 1"),
      (.change(2), "idle [1, 2]"),
      (.save, "keeps, waiter 2"),
      (.start, "task"),
      (.attempt, "storing [1, 2]"),
      (.stored(version: 2), "storing [2], no error"),
      (.settle, "resumes [1]"),
      (.settle, "nothing"),
      (.stored(version: 3), "storing [], no error"),
      (.settle, "resumes [2]")
    )
  ]
}
