/// Levels as people write them.
package enum Decibels {
    /// Returns the factor of a level in decibels: 10 to the power of a twentieth of it.
    ///
    /// By a series, exact to the last digits of single precision: this room links no C mathematics.
    package static func factor(_ decibels: Double) -> Float {
        // 10^(x/20) = e^y, halved until the series is short, then squared as often.
        var exponent = decibels * 0.115_129_254_649_702_28
        var halvings = 0
        while abs(exponent) > 0.01, halvings < 40 {
            exponent /= 2
            halvings += 1
        }
        var (term, sum) = (1.0, 1.0)
        for step in 1...8 {
            term *= exponent / Double(step)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return Float(sum)
    }
}
