import SordinoPolicy

/// A program's report about one microphone with voice processing: the sound that arrives, and how it is processed.
package struct VoiceCondition: Hashable, Sendable {
    /// The rate at which the sound comes, in hertz, and the longest echo that is followed.
    package var sampleRate = 0.0
    package var tailSeconds = 0.0
    /// Seconds that the voice is late.
    package var latencySeconds = 0.0
    /// The person's choice, as far as it is in force.
    package var mode = MicrophoneMode.standard
    package var isBypassed = false
    package var isLevelled = true
    package var isMuted = false
    /// How far others are turned down, in Apple's numbers; nil for not at all.
    package var duckingLevel: UInt?
    /// Indicates whether the microphone picks up the loudspeakers, whether there is speech at it, and whether both at
    /// once.
    package var isEcho = false
    package var isSpeech = false
    package var isDoubleTalk = false
    /// The echo that is taken away by the filter alone, in decibels.
    package var echoReturnLoss = 0.0
    /// From the reference to the microphone; and its growth in millionths of the time that passes.
    package var delaySeconds = 0.0
    package var driftPerMillion = 0.0
    /// Changes of the path from the loudspeakers that were noticed.
    package var pathChanges = 0
    /// In dBFS: the microphone, the voice that comes out, and the room's noise.
    package var inputDecibels = -120.0
    package var outputDecibels = -120.0
    package var noiseDecibels = -120.0
    /// The gain of level control and limiter.
    package var gainDecibels = 0.0

    package init() {}

    /// The same with numbers that are numbers, within what can be.
    var bounded: VoiceCondition {
        func number(_ number: Double, _ range: ClosedRange<Double>) -> Double {
            number.isFinite ? min(max(number, range.lowerBound), range.upperBound) : 0
        }
        var same = self
        same.sampleRate = number(sampleRate, 0...768_000)
        same.tailSeconds = number(tailSeconds, 0...10)
        same.latencySeconds = number(latencySeconds, 0...10)
        same.echoReturnLoss = number(echoReturnLoss, -200...200)
        same.delaySeconds = number(delaySeconds, 0...10)
        same.driftPerMillion = number(driftPerMillion, -10_000...10_000)
        same.pathChanges = max(pathChanges, 0)
        same.inputDecibels = number(inputDecibels, -200...200)
        same.outputDecibels = number(outputDecibels, -200...200)
        same.noiseDecibels = number(noiseDecibels, -200...200)
        same.gainDecibels = number(gainDecibels, -200...200)
        return same
    }
}

extension VoiceCondition: WireTabled {
    package static let blank = VoiceCondition()
    package static let wireFields: [WireField<VoiceCondition>] = [
        WireField("sampleRate", mayMiss: \.sampleRate), WireField("tailSeconds", mayMiss: \.tailSeconds),
        WireField("latencySeconds", mayMiss: \.latencySeconds), WireField("mode", mayMiss: \.mode),
        WireField("isBypassed", mayMiss: \.isBypassed), WireField("isLevelled", mayMiss: \.isLevelled),
        WireField("isMuted", mayMiss: \.isMuted), WireField("duckingLevel", ifThere: \.duckingLevel),
        WireField("isEcho", mayMiss: \.isEcho), WireField("isSpeech", mayMiss: \.isSpeech),
        WireField("isDoubleTalk", mayMiss: \.isDoubleTalk),
        WireField("echoReturnLoss", mayMiss: \.echoReturnLoss), WireField("delaySeconds", mayMiss: \.delaySeconds),
        WireField("driftPerMillion", mayMiss: \.driftPerMillion), WireField("pathChanges", mayMiss: \.pathChanges),
        WireField("inputDecibels", mayMiss: \.inputDecibels), WireField("outputDecibels", mayMiss: \.outputDecibels),
        WireField("noiseDecibels", mayMiss: \.noiseDecibels), WireField("gainDecibels", mayMiss: \.gainDecibels),
    ]
}
