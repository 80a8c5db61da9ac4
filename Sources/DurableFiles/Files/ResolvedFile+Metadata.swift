import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension ResolvedFile {
  /// Gives a new file the owner, the group, the attributes and the permissions of the file that it will replace.
  ///
  /// The order matters: a change of the owner clears permissions, and attributes can't be set in a write-protected
  /// file. Until the owner is right, the file is for the writing user alone.
  ///
  /// - Parameter existing: The metadata; nil if there is no file.
  func keepMetadata(of existing: FileStamp?, in file: Int32, _ temporary: String) throws {
    guard let existing else { return try giveToOwnerOfFolder(file, temporary) }
    var new = try layer.stamp(of: file, temporary)
    if new.owner != existing.owner || new.group != existing.group {
      try keepOwner(existing, in: file, temporary)
      // Some file systems change nothing, and report no error.
      new = try layer.stamp(of: file, temporary)
      if new.owner != existing.owner { layer.notify(DurableFileNotice(.ownerIsNotKept, path)) }
      if new.group != existing.group { layer.notify(DurableFileNotice(.groupIsNotKept, path)) }
    }
    let isGroupKept = new.group == existing.group
    let permissionsOfGroup = try keepAttributes(in: file, temporary, withAccessList: isGroupKept)
    var permissions = existing.permissions
    if !isGroupKept {
      // The members of another group get no more than all users.
      permissions = permissions & 0o707 | (permissions & 0o007) << 3
    } else if let permissionsOfGroup {
      permissions = permissions & 0o707 | permissionsOfGroup << 3
    }
    if new.permissions != permissions {
      do {
        try layer.setPermissions(permissions, of: file, temporary)
      } catch {
        try layer.react(to: error, in: .changePermissions, path)
      }
    }
  }

  /// A file that the superuser creates in the folder of a user belongs to the user. Otherwise a program that is run
  /// once by the superuser would lock the user out.
  func giveToOwnerOfFolder(_ file: Int32, _ path: String) throws {
    guard layer.user == 0, let folder = try layer.stamp(folder), folder.owner != 0 else { return }
    do {
      try layer.setOwner(folder.owner, group: folder.group, of: file, path)
    } catch {
      try layer.react(to: error, in: .changeOwner, self.path)
    }
  }

  private func keepOwner(_ existing: FileStamp, in file: Int32, _ temporary: String) throws {
    do {
      try layer.setOwner(existing.owner, group: existing.group, of: file, temporary)
    } catch {
      try requireNoFailedWrite(error)
      // Only the superuser can give a file away. The group may be one of the user's.
      do {
        try layer.setOwner(nil, group: existing.group, of: file, temporary)
      } catch {
        try requireNoFailedWrite(error)
      }
    }
  }

  private func requireNoFailedWrite(_ error: any Error) throws {
    guard let error = error as? SystemCallError, FailureReaction(to: .changeOwner, code: error.code) != .fails else {
      throw error
    }
  }

  /// Copies the attributes of the old file.
  ///
  /// - Parameter isKept: Whether the access control list is copied as well.
  /// - Returns: The permissions of the owning group, if the list could not be copied.
  private func keepAttributes(in file: Int32, _ temporary: String, withAccessList isKept: Bool) throws -> UInt32? {
    let name = ExtendedAttributes.accessList
    var attributes: [String: Data] = [:]
    do {
      attributes = try layer.attributes(path)
    } catch {
      try layer.react(to: error, in: .changeAttributes, path)
    }
    let list = attributes.removeValue(forKey: name)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      do {
        try layer.setAttribute(name, value, of: file, temporary)
      } catch {
        try layer.react(to: error, in: .changeAttributes, path)
      }
    }
    do {
      if let list, isKept {
        try layer.setAttribute(name, list, of: file, temporary)
      } else if layer.hasAttribute(name, file, temporary) {
        // Inherited from the folder. It would grant permissions that the old file did not.
        try layer.setAttribute(name, nil, of: file, temporary)
      }
      return nil
    } catch {
      try layer.react(to: error, in: .changeAttributes, path)
      return list.flatMap { ExtendedAttributes.permissionsOfGroup(in: $0) }
    }
  }
}
