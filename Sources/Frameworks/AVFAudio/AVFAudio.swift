@_exported import AVAudioTypes
@_exported import AudioToolbox
@_exported import CoreAudioTypes
@_exported import CoreMedia
@_exported import Foundation
