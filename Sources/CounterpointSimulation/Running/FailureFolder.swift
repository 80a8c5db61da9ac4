import Foundation

/// The rest of a failed run in the real file system: the files of its disks, and recordings of its stores.
struct FailureFolder {
  static let variable = "SIMULATION_FOLDER"

  /// A sentence about it.
  let text: String

  /// Repeats a run in a new folder.
  ///
  /// - Parameters:
  ///   - parent: The folder for all failures. It is created if it does not exist.
  ///   - run: The run that has failed.
  ///   - repeatRun: Repeats the run, with recordings in a folder.
  init(
    in parent: URL,
    _ run: SimulationRun,
    repeating repeatRun: (_ run: SimulationRun, _ folder: URL) async -> SimulationRun
  ) async {
    do {
      let folder = try Self.make(in: parent)
      let again = await repeatRun(run, folder)
      for disk in again.disks { try disk.export(to: folder.appendingPathComponent(disk.name)) }
      let difference = again.trace.hash == run.trace.hash ? "" : " It differs from the run without recordings."
      text = "The files of its disks, and the recordings of its stores, are in '\(folder.path)'.\(difference)"
    } catch {
      text = "The files of its disks could not be written: \(error)"
    }
  }

  /// Creates a folder for a failure. Its name is a number, because failures may have the same seed.
  private static func make(in parent: URL) throws -> URL {
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    var number = 1
    while true {
      let folder = parent.appendingPathComponent("\(number)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
      } catch CocoaError.fileWriteFileExists {
        number += 1
      }
    }
  }
}
