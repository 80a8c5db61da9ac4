import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The old and the new contents of a file that is being written in place.
///
/// A write in place is not atomic, so the journal is on the disk before it begins. It lies beside the file. As long as
/// it exists, a file that has a part of the new bytes counts as having all of them.
struct Journal {
  let old: Data
  let new: Data

  private static let head = "counterpoint-journal 1"

  init(old: Data, new: Data) {
    self.old = old
    self.new = new
  }

  /// Decodes a journal; nil if it is not whole. Then the write in place has not begun.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: 10) else { return nil }
    let words = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0...1].joined(separator: " ") == Self.head, let size = Int(words[2]),
      let newSize = Int(words[3])
    else { return nil }
    let rest = data[(end + 1)...]
    // Subtracted, because the sum of two large numbers would overflow.
    guard size >= 0, size <= rest.count, newSize == rest.count - size,
      words[4] == FilePath.hexadecimal(Self.sum(of: rest))
    else { return nil }
    old = Data(rest.prefix(size))
    new = Data(rest.suffix(newSize))
  }

  var encoded: Data {
    let sum = FilePath.hexadecimal(Self.sum(of: old + new))
    return Data("\(Self.head) \(old.count) \(new.count) \(sum)\n".utf8) + old + new
  }

  /// Returns whether bytes are a mixture of the old and the new contents, so that a crash has interrupted the write.
  /// All other bytes are those of another program, which has written the file since.
  func isMixture(_ data: Data) -> Bool {
    guard data != old, data != new, data.count >= min(old.count, new.count), data.count <= max(old.count, new.count)
    else { return false }
    let (old, new) = ([UInt8](old), [UInt8](new))
    return data.enumerated().allSatisfy { index, byte in
      if index < new.count, byte == new[index] { return true }
      // A block that was allocated and not written has zeros.
      return index < old.count ? byte == old[index] : byte == 0
    }
  }

  private static func sum(of data: Data) -> UInt64 {
    data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension ResolvedFile {
  private var journalPath: String { FilePath.entry("\(Self.prefix)\(stem).journal", in: folder) }

  /// Returns the contents of the file after a write in place that was interrupted, or is not finished.
  func completed(_ contents: Contents, limit: Int) throws -> Contents {
    guard let journal = try journal(limit: limit), journal.isMixture(contents.data) else { return contents }
    return Contents(data: journal.new, stamp: contents.stamp)
  }

  /// Whether there is a journal.
  var hasJournal: Bool { (try? layer.stamp(journalPath, followingLinks: false))??.isRegularFile == true }

  /// Finishes a write in place that a crash has interrupted, and removes the journal. Must be called under the lock.
  func finishInterrupted() {
    do {
      guard let journal = try journal(limit: .max / 8) else { return try layer.unlink(journalPath) }
      let file = try layer.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      let result = Result {
        guard let old = try layer.readAll(file, path, limit: .max / 8), journal.isMixture(old) else { return }
        try overwrite(journal.new, file, sizeBefore: old.count)
      }
      try layer.close(file, path)
      try result.get()
      try layer.unlink(journalPath)
    } catch {
      // The journal stays, so that reads return its new contents.
    }
  }

  private func journal(limit: Int) throws -> Journal? {
    guard let stamp = try layer.stamp(journalPath, followingLinks: false), try isTrusted(stamp) else { return nil }
    let file = try layer.open(journalPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let data = Result { () throws -> Data? in
      // Another user may have created another journal since.
      guard try isTrusted(layer.stamp(of: file, journalPath)) else { return nil }
      return try layer.readAll(file, journalPath, limit: 2 * min(limit, .max / 4) + 256)
    }
    try? layer.close(file, journalPath)
    return try data.get().flatMap { Journal($0) }
  }

  /// Returns whether the creator of a journal could have written the file as well. In a sticky folder such as `/tmp`,
  /// all users can create files, but not replace those of others.
  private func isTrusted(_ journal: FileStamp) throws -> Bool {
    guard journal.isRegularFile else { return false }
    if journal.owner == layer.user || journal.owner == 0 { return true }
    guard let folder = try layer.stamp(folder) else { return false }
    if !folder.isSticky || journal.owner == folder.owner { return true }
    return try layer.stamp(path)?.owner == journal.owner
  }

  /// Writes a file that is a mount point, and can't be replaced. Must be called under the file's ``FileLock``.
  ///
  /// - Parameters:
  ///   - temporary: A durable temporary file, which becomes the journal.
  ///   - error: The error of the renaming.
  func writeInPlace(
    _ data: Data,
    journalingIn temporary: String,
    in folder: FileLayer.Folder,
    because error: SystemCallError
  ) throws {
    let advice = "The file is mounted by itself, and can't be replaced. Mount its folder instead"
    guard layer.isMountPoint(path) else { throw error }
    let file = try layer.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    do {
      guard let old = try layer.readAll(file, path, limit: .max / 8) else { throw error }
      // The host has put another file in the place of this one. What is written here would be lost with it.
      guard try layer.stamp(of: file, path).links > 0 else {
        throw error.appending("\(advice), or restart the container: the host has replaced the file")
      }
      if let interrupted = try journal(limit: .max / 8), interrupted.isMixture(old) {
        try overwrite(interrupted.new, file, sizeBefore: old.count)
        try write(Journal(old: interrupted.new, new: data), to: temporary, in: folder)
        try overwrite(data, file, sizeBefore: interrupted.new.count)
      } else {
        try write(Journal(old: old, new: data), to: temporary, in: folder)
        try overwrite(data, file, sizeBefore: old.count)
      }
    } catch {
      try? layer.close(file, path)
      throw error
    }
    try layer.close(file, path)
    layer.notify(DurableFileNotice(.isWrittenInPlace, path))
    try? layer.unlink(journalPath, in: folder)
  }

  /// Makes a journal durable under its name.
  private func write(_ journal: Journal, to temporary: String, in folder: FileLayer.Folder) throws {
    let file = try layer.open(temporary, O_WRONLY | O_TRUNC | O_NOFOLLOW)
    do {
      try layer.write(journal.encoded, to: file, temporary)
      try layer.fsync(file, temporary)
    } catch {
      try? layer.close(file, temporary)
      throw error
    }
    try layer.close(file, temporary)
    try layer.rename(temporary, journalPath, in: folder)
    try layer.syncBeforeWrite(folder)
  }

  /// Replaces the bytes of an open file. Never truncates it before, because a full disk would then lose the old bytes.
  private func overwrite(_ data: Data, _ file: Int32, sizeBefore: Int) throws {
    if data.count > sizeBefore { try layer.allocate(data.count, file, path) }
    layer.rewind(file)
    try layer.write(data, to: file, path)
    if data.count < sizeBefore { try layer.truncate(file, to: data.count, path) }
    try layer.fsync(file, path)
  }
}
