import Foundation

/// The mounted file systems of this process.
enum MountTable {
  /// The file with the table. The system signals each change of it to a process that polls it.
  static let path = "/proc/self/mountinfo"

  /// A mounted file system.
  struct Mount: Equatable {
    /// The device, as `major:minor`.
    let device: String
    /// The path at which it is mounted.
    let path: String
    /// The type, such as `ext4` or `fuse.sshfs`.
    let type: String

    /// Reads a line of the table.
    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count > 6, let separator = words[6...].firstIndex(of: "-"), separator + 1 < words.count else {
        return nil
      }
      device = String(words[2])
      path = Self.unescaped(words[4])
      type = String(words[separator + 1])
    }

    /// Spaces and other separators are octal numbers.
    private static func unescaped(_ word: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = ArraySlice(word.utf8)
      while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(3), as: UTF8.self)
        if byte == UInt8(ascii: "\\"), let code = UInt8(digits, radix: 8) {
          bytes.append(code)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether other machines, or programs in user space, may change the files without an event of this system.
    var isRemote: Bool {
      if type == "fuse" || type == "fuseblk" || type.hasPrefix("fuse.") { return true }
      return ["nfs", "nfs4", "cifs", "smb3", "9p", "vboxsf", "virtiofs", "ceph", "afs", "prl_fs"].contains(type)
    }
  }

  /// Reads the table; empty where there is none.
  static func mounts() -> [Mount] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Mount($0) }
  }

  /// Returns the name that the table has for a device of `stat`.
  static func name(ofDevice device: UInt64) -> String {
    let major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfff)
    let minor = (device & 0xff) | (device >> 12 & ~0xff)
    return "\(major):\(minor)"
  }

  /// Returns whether a file is mounted by itself, so that no other file can take its place.
  static func isMountPoint(_ path: String) -> Bool { mounts().contains { $0.path == path } }
}
