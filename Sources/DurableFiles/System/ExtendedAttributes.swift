import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The extended attributes of files, of which Linux has the access control list as one.
///
/// Swift's modules of the C library lack these functions, so they are looked up by name. Without them, as on other
/// systems, files have no attributes.
enum ExtendedAttributes {
  /// The name of the access control list.
  static let accessList = "system.posix_acl_access"

  /// Returns whether an attribute is copied to a new file. The superuser alone may set the others.
  static func isKept(_ name: String) -> Bool { name.hasPrefix("user.") || name == accessList }

  /// Returns the permissions of the owning group in an access control list. The group bits of a file with a list are
  /// the maximum for all groups and named users, so a copy without the list may not have them.
  ///
  /// - Returns: Three bits; nil if the list can't be read.
  static func permissionsOfGroup(in list: Data) -> UInt32? {
    let bytes = [UInt8](list)
    guard bytes.count >= 4, bytes[0] == 2 else { return nil }
    var group: UInt32?
    var mask: UInt32 = 7
    // Entries of eight bytes: a tag, permissions, and an id.
    for entry in stride(from: 4, through: bytes.count - 8, by: 8) {
      switch bytes[entry] {
      case 0x04: group = UInt32(bytes[entry + 2])
      case 0x10: mask = UInt32(bytes[entry + 2])
      default: break
      }
    }
    return group.map { $0 & mask }
  }

  #if os(Linux)
  private typealias List = @Sendable @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int) -> Int
  private typealias Get =
    @Sendable @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
  private typealias GetOfFile =
    @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
  private typealias Set =
    @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
  private typealias Remove = @Sendable @convention(c) (Int32, UnsafePointer<CChar>) -> Int32

  private static let listFunction = unsafe function("listxattr", List.self)
  private static let getFunction = unsafe function("getxattr", Get.self)
  private static let getOfFileFunction = unsafe function("fgetxattr", GetOfFile.self)
  private static let setFunction = unsafe function("fsetxattr", Set.self)
  private static let removeFunction = unsafe function("fremovexattr", Remove.self)

  private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    // The declared types are those of the Linux manual, and the library is never unloaded.
    unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
  }

  /// Reads the names, separated by zeros. Like the other functions, returns -1 and sets `errno` if it fails.
  static func list(_ path: String, _ buffer: inout [UInt8]) -> Int {
    guard let function = unsafe listFunction else { return unsupported() }
    return unsafe buffer.withUnsafeMutableBytes {
      unsafe function(path, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  /// Reads an attribute of a path.
  static func get(_ name: String, _ path: String, _ buffer: inout [UInt8]) -> Int {
    guard let function = unsafe getFunction else { return unsupported() }
    return unsafe buffer.withUnsafeMutableBytes { unsafe function(path, name, $0.baseAddress, $0.count) }
  }

  /// Returns the size of an attribute of an open file.
  static func size(_ name: String, _ file: Int32) -> Int {
    guard let function = unsafe getOfFileFunction else { return unsupported() }
    return unsafe function(file, name, nil, 0)
  }

  static func set(_ name: String, _ value: Data, _ file: Int32) -> Int32 {
    guard let function = unsafe setFunction else { return Int32(unsupported()) }
    return unsafe value.withUnsafeBytes { unsafe function(file, name, $0.baseAddress, $0.count, 0) }
  }

  static func remove(_ name: String, _ file: Int32) -> Int32 {
    guard let function = unsafe removeFunction else { return Int32(unsupported()) }
    return unsafe function(file, name)
  }
  #else
  static func list(_ path: String, _ buffer: inout [UInt8]) -> Int { unsupported() }
  static func get(_ name: String, _ path: String, _ buffer: inout [UInt8]) -> Int { unsupported() }
  static func size(_ name: String, _ file: Int32) -> Int { unsupported() }
  static func set(_ name: String, _ value: Data, _ file: Int32) -> Int32 { Int32(unsupported()) }
  static func remove(_ name: String, _ file: Int32) -> Int32 { Int32(unsupported()) }
  #endif

  private static func unsupported() -> Int {
    errno = ENOTSUP
    return -1
  }
}
