@_spi(Internals) import CounterpointSupport

/// An error of a value in etcd, in `saveError`, in `loadError`, or thrown by `save()`, `load()` and
/// `withTransaction`.
///
/// Errors that a retry can't change are inside `SharedStorageError.refused`.
public enum EtcdError: Error, Hashable, CustomStringConvertible {
  /// No member has answered, with the last error of each; a timeout only if there was no other error.
  case unreachable([String: String])
  /// The members that answer can't reach a majority of the cluster.
  case noQuorum(String)
  /// The user may not read or write the key.
  case permissionDenied(key: String)
  /// The user or the password is wrong, or a user is needed.
  case authenticationFailed(String)
  /// The value is larger than the cluster accepts.
  case tooLarge(key: String, bytes: Int)
  /// The stored value is no value of the key's type. It is not overwritten.
  case notReadable(key: String, reason: String)
  /// The configuration is wrong.
  case invalidConfiguration(String)
  /// The cluster was closed.
  case closed

  /// The reason, and the advice.
  public var description: String {
    switch self {
    case .unreachable(let errors):
      """
      No member of the etcd cluster has answered: \
      \(errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")). Changes are \
      kept in memory and stored as soon as a member answers. Check the endpoints (ETCD_ENDPOINTS).
      """
    case .noQuorum(let message):
      """
      The etcd cluster has no majority (\(message)). Changes are kept in memory and stored as soon as enough members \
      are back.
      """
    case .permissionDenied(let key):
      "The etcd user may not access '\(key)'. Grant it a role with 'readwrite' permission for the prefix."
    case .authenticationFailed(let message):
      "etcd refused the login: \(message). Set the user and the password of the cluster (ETCDCTL_USER)."
    case .tooLarge(let key, let bytes):
      """
      The value of '\(key)' has \(bytes) bytes, which etcd refuses; its limit is 1.5 MiB unless its \
      '--max-request-bytes' says otherwise. Store less under one key, or use another storage.
      """
    case .notReadable(let key, let reason):
      """
      The stored value of '\(key)' can't be decoded: \(reason) It was left as it is. Another program may use the key \
      with another type: use another name, or migrate the value.
      """
    case .invalidConfiguration(let reason):
      "The configuration of the etcd cluster is invalid: \(reason)"
    case .closed:
      "The etcd cluster was closed. Create another 'EtcdCluster' to go on."
    }
  }
}
