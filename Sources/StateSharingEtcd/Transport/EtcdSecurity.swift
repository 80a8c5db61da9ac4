#if Etcd

import NIOSSL

/// The certificates of connections to a cluster, as paths of PEM files.
public struct EtcdSecurity: Hashable, Sendable {
  /// The authorities that sign the members' certificates; `nil` for those of the system.
  public var authorities: String?
  /// The certificate of this client; `nil` without one.
  public var certificate: String?
  /// The key of the certificate.
  public var key: String?
  /// The name in the members' certificates, if it differs from their addresses.
  public var serverName: String?

  /// Creates a description of certificates.
  ///
  /// - Parameters:
  ///   - authorities: The file with the authorities that sign the members' certificates; `nil` for those of the system.
  ///   - certificate: The file with the certificate of this client; `nil` without one.
  ///   - key: The file with the key of the certificate.
  ///   - serverName: The name in the members' certificates, if it differs from their addresses.
  public init(
    authorities: String? = nil,
    certificate: String? = nil,
    key: String? = nil,
    serverName: String? = nil
  ) {
    self.authorities = authorities
    self.certificate = certificate
    self.key = key
    self.serverName = serverName
  }

  func configuration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    do {
      if let authorities {
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities))
      }
      if let certificate {
        configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
      }
      if let key { configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)) }
    } catch {
      throw EtcdError.invalidConfiguration("A certificate can't be read: \(error)")
    }
    return configuration
  }
}

#endif
