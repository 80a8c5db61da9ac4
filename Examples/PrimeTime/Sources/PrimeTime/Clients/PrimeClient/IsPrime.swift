/// Returns whether a number is prime: exact for every `Int`, in microseconds.
public func isPrime(_ n: Int) -> Bool {
  guard n >= 2 else { return false }
  for base in millerRabinBases where n.isMultiple(of: base) { return n == base }

  // n - 1 = odd * 2^twos. For a prime n, base^odd is 1, or one of its first `twos` squares is -1.
  let modulus = UInt(n)
  let twos = (modulus - 1).trailingZeroBitCount
  return millerRabinBases.allSatisfy { base in
    var power = exponentiate(UInt(base), (modulus - 1) >> UInt(twos), modulo: modulus)
    if power == 1 || power == modulus - 1 { return true }
    for _ in 1..<twos {
      power = multiply(power, power, modulo: modulus)
      if power == modulus - 1 { return true }
    }
    return false
  }
}

/// No composite below 318,665,857,834,031,151,167,461 passes the test of Miller and Rabin for all of these (Sorenson
/// and Webster, 2015).
private let millerRabinBases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

private func multiply(_ a: UInt, _ b: UInt, modulo modulus: UInt) -> UInt {
  modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
}

private func exponentiate(_ base: UInt, _ exponent: UInt, modulo modulus: UInt) -> UInt {
  var (result, square, remaining) = (1 as UInt, base % modulus, exponent)
  while remaining > 0 {
    if remaining & 1 == 1 { result = multiply(result, square, modulo: modulus) }
    square = multiply(square, square, modulo: modulus)
    remaining >>= 1
  }
  return result
}
