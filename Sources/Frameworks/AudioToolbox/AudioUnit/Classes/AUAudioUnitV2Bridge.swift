import CoreAudioTypes
import Foundation

/// A unit of the house, which the older interface reaches as well.
open class AUAudioUnitV2Bridge: AUAudioUnit {
    override init(backing: any UnitBacking) { super.init(backing: backing) }

    /// Makes a unit of the house.
    ///
    /// - Throws: In `NSOSStatusErrorDomain` -3000 if no unit of the house has the description.
    public override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws { try super.init(componentDescription: componentDescription, options: options) }

    /// The unit as the older interface knows it; valid as long as this object.
    open var audioUnit: AudioUnit { handle }
}
