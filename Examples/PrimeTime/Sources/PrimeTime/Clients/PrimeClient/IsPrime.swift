/// Whether a number is prime. Exact for every `Int`; numbers below 2 are not prime.
///
/// Takes microseconds for the largest numbers, on the calling thread.
///
/// - Parameter n: Any number, negative ones included.
public func isPrime(_ n: Int) -> Bool {
  guard n >= 2 else { return false }
  for base in millerRabinBases {
    if n == base { return true }
    if n.isMultiple(of: base) { return false }
  }
  // Whatever is left has only factors above 37, so below 41 * 41 it has none.
  guard n >= 41 * 41 else { return true }

  // n - 1 = odd * 2^twos. For a prime n, base^odd is 1, or one of its first `twos` squares is -1.
  let modulus = UInt(n)
  let twos = (modulus - 1).trailingZeroBitCount
  let odd = (modulus - 1) >> UInt(twos)
  return millerRabinBases.allSatisfy { base in
    var power = exponentiate(UInt(base), odd, modulo: modulus)
    if power == 1 || power == modulus - 1 { return true }
    for _ in 1..<twos {
      power = multiply(power, power, modulo: modulus)
      if power == modulus - 1 { return true }
    }
    return false
  }
}

/// No composite below 318,665,857,834,031,151,167,461, which is far above `Int.max`, passes the test of Miller and
/// Rabin for all of these (Sorenson and Webster, 2015). None can be left out: 3,825,123,056,546,413,051 passes all but
/// 37.
private let millerRabinBases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

/// - Precondition: Both factors are below `modulus`, so the high half of the product is too and the division can't
///   overflow.
private func multiply(_ a: UInt, _ b: UInt, modulo modulus: UInt) -> UInt {
  modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
}

private func exponentiate(_ base: UInt, _ exponent: UInt, modulo modulus: UInt) -> UInt {
  var result: UInt = 1
  var square = base % modulus
  var remaining = exponent
  while remaining > 0 {
    if remaining & 1 == 1 { result = multiply(result, square, modulo: modulus) }
    square = multiply(square, square, modulo: modulus)
    remaining >>= 1
  }
  return result
}
