import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call on a recording's file that has failed.
struct RecordingFileError: Error, CustomStringConvertible {
  let call: String
  let path: String
  let code: Int32

  init(_ call: String, _ path: String, code: Int32 = errno) {
    self.call = call
    self.path = path
    self.code = code
  }

  var description: String {
    if call == "flock", code == EWOULDBLOCK { return "Another recorder writes into '\(path)'" }
    return "\(call) of '\(path)' failed: \(unsafe String(cString: strerror(code)))"
  }
}

/// The names of a recording's files.
struct RecordingFileNames {
  private let folder: String
  private let stem: String
  private let suffix: String
  /// The recording itself, which is the newest segment.
  let current: String

  init(_ path: String) {
    let name = (path as NSString).lastPathComponent
    let suffix = [".recording.jsonl", ".jsonl"].first { name.hasSuffix($0) } ?? ""
    self.folder = (path as NSString).deletingLastPathComponent
    self.stem = String(name.dropLast(suffix.count))
    self.suffix = suffix
    self.current = path
  }

  /// The text before the number of a segment. Not only a dot, because other recordings may have numbers in their names.
  private static let infix = ".segment-"

  /// The file of an older segment.
  func segment(_ number: Int) -> String {
    let digits = String(number)
    return path("\(stem)\(Self.infix)\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)\(suffix)")
  }

  /// The files of the later segments, if this is an older one of a recording, in their order.
  var laterSegments: [String] {
    guard let infix = stem.range(of: Self.infix, options: .backwards), let number = Int(stem[infix.upperBound...])
    else { return [] }
    let whole = RecordingFileNames(path(stem[..<infix.lowerBound] + suffix))
    return whole.segments.filter { $0.number > number }.map(\.path) + [whole.current]
  }

  /// The file that keeps the recording of an earlier run.
  var previous: String { path("\(stem).previous\(suffix)") }

  /// The older segments that exist, with their numbers, the oldest first.
  var segments: [(number: Int, path: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let start = stem + Self.infix
    return names.compactMap { name in
      guard name.hasPrefix(start), let number = Int(name.dropFirst(start.count).dropLast(suffix.count)), number >= 1,
        path(name) == segment(number)
      else { return nil }
      return (number, path(name))
    }
    .sorted { $0.number < $1.number }
  }

  private func path(_ name: String) -> String {
    folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
  }
}

/// The open segment of a recording, and those before it. Used by one thread at a time.
@safe final class SegmentFiles: @unchecked Sendable {
  // @unchecked because its owner locks it.

  private let names: RecordingFileNames
  private let isMapped: Bool
  private let segmentSize: Int
  private let count: Int
  private var number = 0
  private var descriptor: Int32 = -1
  private var mapping = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The bytes of the mapping that are used.
  private var length = 0

  /// Creates the first segment. A recording of an earlier run is kept under another name. Throws if another recorder
  /// writes into it.
  init(at path: String, isMapped: Bool, segmentSize: Int, count: Int) throws(RecordingFileError) {
    self.names = RecordingFileNames(path)
    self.isMapped = isMapped
    self.segmentSize = segmentSize
    self.count = count
    // Before anything is removed or renamed.
    _ = closeFile(try lockedFile())
    for segment in names.segments { _ = unlinkFile(segment.path) }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if attributes?[.type] as? FileAttributeType == .typeRegular, (attributes?[.size] as? Int ?? 0) > 0 {
      _ = renameFile(path, names.previous)
    }
    try open(atLeast: segmentSize)
  }

  deinit { close() }

  /// Opens the current segment, and locks it until it is closed. Where there are no locks, it does without.
  private func lockedFile() throws(RecordingFileError) -> Int32 {
    let file = openFile(names.current, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw RecordingFileError("open", names.current) }
    // Several programs may write to a device.
    guard isRegular(file), lockFile(file) != 0, errno == EWOULDBLOCK else { return file }
    _ = closeFile(file)
    throw RecordingFileError("flock", names.current, code: EWOULDBLOCK)
  }

  private func open(atLeast size: Int) throws(RecordingFileError) {
    let new = try lockedFile()
    _ = ftruncate(new, 0)
    descriptor = new
    length = 0
    guard isMapped else { return }
    let size = max(size, segmentSize)
    // With storage for all of it, because writing into a mapping of a full disk ends the program.
    #if canImport(Darwin)
    guard ftruncate(new, off_t(size)) == 0 else { throw RecordingFileError("ftruncate", names.current) }
    #else
    let code = posix_fallocate(new, 0, off_t(size))
    guard code == 0 else { throw RecordingFileError("posix_fallocate", names.current, code: code) }
    #endif
    let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, new, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw RecordingFileError("mmap", names.current)
    }
    unsafe mapping = UnsafeMutableRawBufferPointer(start: address, count: size)
  }

  /// Closes the current segment, without the unused rest of a mapped file.
  func close() {
    guard descriptor >= 0 else { return }
    if isMapped {
      if let address = unsafe mapping.baseAddress { _ = unsafe munmap(address, mapping.count) }
      unsafe mapping = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      _ = ftruncate(descriptor, off_t(length))
    }
    _ = closeFile(descriptor)
    descriptor = -1
  }

  /// Writes lines, each to its segment.
  ///
  /// - Returns: The first error, after which nothing more is written.
  func write(_ lines: [(segment: Int, bytes: [UInt8])]) -> RecordingFileError? {
    do throws(RecordingFileError) {
      for (segment, bytes) in lines {
        while number < segment { try rotate(atLeast: bytes.count) }
        if isMapped { try map(bytes) } else { try write(bytes) }
      }
      return nil
    } catch {
      close()
      return error
    }
  }

  private func rotate(atLeast size: Int) throws(RecordingFileError) {
    close()
    number += 1
    guard renameFile(names.current, names.segment(number)) == 0 else {
      throw RecordingFileError("rename", names.current)
    }
    if number >= count { _ = unlinkFile(names.segment(number - count + 1)) }
    try open(atLeast: size)
  }

  private func map(_ bytes: [UInt8]) throws(RecordingFileError) {
    if unsafe length + bytes.count > mapping.count {
      // A line that is longer than a segment.
      close()
      try open(atLeast: bytes.count)
    }
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: mapping[length...])
    unsafe rest.copyBytes(from: bytes)
    length += bytes.count
  }

  private func write(_ bytes: [UInt8]) throws(RecordingFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe writeFile(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw RecordingFileError("write", names.current) }
      rest = rest.dropFirst(count)
    }
  }
}

// Functions, because these names mean methods inside of the type.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func lockFile(_ file: Int32) -> Int32 { flock(file, LOCK_EX | LOCK_NB) }
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
private func isRegular(_ file: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
private func renameFile(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
private func unlinkFile(_ path: String) -> Int32 { unsafe unlink(path) }
